# The image of every process in service mode: web, worker and beat differ by their command alone (compose.yaml).
FROM python:3.11-slim-bookworm

ENV PYTHONUNBUFFERED=1 HASHED_STATIC=1
WORKDIR /app
COPY requirements.txt ./
RUN pip install --no-cache-dir --require-hashes -r requirements.txt

COPY . .
# The key is for this one command: settings want one, and a container gets its own from the environment.
RUN python scripts/compile_messages.py \
 && SECRET_KEY=used-while-building-only python manage.py collectstatic --noinput --verbosity 0 \
 && useradd --system --no-create-home bobing \
 && mkdir -p var/media \
 && chown -R bobing var
USER bobing

EXPOSE 8000
CMD ["gunicorn", "bobing_event.config.wsgi", "--bind=0.0.0.0:8000", "--workers=2", "--no-control-socket"]
