from django.urls import path

from bench.floor import views

urlpatterns = [
    path("healthz", views.json),
    path("readyz", views.json),
    path("read/<int:pk>", views.read),
    path("hold/<int:occurrence>", views.hold),
]
