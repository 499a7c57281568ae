"""The season's pictures as code: shapes, surfaces and props from which every scene is put together.

Light always falls from the upper left: highlights sit left, shade right, cast shadows to the lower right.
"""
