"""Upload an image."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import ValidationError
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from charityshop.api.permissions import IsShopAdmin
from charityshop.api.schema import refusals
from events.images import get_media_path, store_image


class UploadSerializer(serializers.Serializer[None]):
    image = serializers.FileField(help_text="A JPEG, PNG, WebP or AVIF image of at most 10 MB.")


class UploadedSerializer(serializers.Serializer[None]):
    message = serializers.CharField()
    image = serializers.CharField(help_text='The image\'s path, "/media/…", to be sent with the event.')


class UploadView(APIView):
    permission_classes = [IsShopAdmin]
    parser_classes = [MultiPartParser]

    @extend_schema(
        request={"multipart/form-data": UploadSerializer},
        responses={201: UploadedSerializer} | refusals(413, 415),
        tags=["products"],
    )
    def post(self, request: Request) -> Response:
        upload = request.FILES.get("image")
        if upload is None:
            raise ValidationError({"image": ["Choose an image."]})
        image = get_media_path(store_image(upload))
        return Response({"message": "Image uploaded.", "image": image}, status=status.HTTP_201_CREATED)
