"""Forms of the pages about prizes and certificates: each area's in a module of its own."""
