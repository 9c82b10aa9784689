"""An evening of 博饼 from the participant sheet to the certificates: `python -m scripts.demo`.

Everything happens through the services that the tablet, the organiser and Celery use. The dice come from a seeded
generator, so that two runs show the same evening.
"""
