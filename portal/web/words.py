"""What a word for people is before anybody reads it. Who words something needs no more."""

from django.utils.functional import Promise

Words = str | Promise
