"""A password hasher for tests: Argon2 with the least work, so that any process with our settings can check it."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class QuickArgon2(Argon2PasswordHasher):
    """Same algorithm name and format as the real one; the cost stands in the hash itself."""

    time_cost = 1
    memory_cost = 8
    parallelism = 1
