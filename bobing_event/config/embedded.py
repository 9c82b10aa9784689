"""Celery without a server: a worker in a thread of the process that asks for the work.

The queue is this process's memory, so a restart forgets it. Nothing is lost by that: the `Job` rows are the truth,
and the worker sends silent ones again when it starts and once a minute after that, whichever process they came from.
Whatever else the beat's schedule holds it does as often.
"""

from __future__ import annotations

import atexit
import os
import threading
from typing import TYPE_CHECKING, Any

from celery import Celery
from celery.worker import WorkController

if TYPE_CHECKING:
    from celery.result import AsyncResult

MEMORY = "memory://localhost/"
KEEP_HOUSE_SECONDS = 60.0
"""So often the worker does what a beat would ask for; every entry of the schedule is for once a minute."""
START_SECONDS = 10.0
STOP_SECONDS = 10.0


class EmbeddedCelery(Celery):
    """Starts the in-process worker when a task is sent and there is no broker but this process's memory."""

    def send_task(self, *args: Any, **kwargs: Any) -> AsyncResult[Any]:
        if self.conf.broker_url == MEMORY:
            ensure_worker(self)
        return super().send_task(*args, **kwargs)


class EmbeddedWorker:
    """One Celery worker with one task thread. `stop()` lets the task under way finish."""

    def __init__(self, app: Celery) -> None:
        self.pid = os.getpid()
        self._app = app
        self._controller: WorkController | None = None
        self._stopping = threading.Event()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, name="celery-embedded", daemon=True)
        self._housekeeper = threading.Thread(target=self._keep_house, name="celery-embedded-stale", daemon=True)

    @property
    def alive(self) -> bool:
        """Whether it runs in this very process: threads do not follow a fork."""
        return self.pid == os.getpid() and self._thread.is_alive()

    def start(self) -> None:
        """Returns when it listens: the queue in memory is made by whoever comes first, and a message put there by
        another thread in that moment would be lost.
        """
        self._thread.start()
        self._ready.wait(START_SECONDS)
        self._housekeeper.start()

    @property
    def listens(self) -> bool:
        return self._ready.is_set()

    def stop(self) -> None:
        if not self.alive or self._stopping.is_set():
            return
        self._stopping.set()
        self._ready.wait(STOP_SECONDS)
        if self._controller is not None:
            self._controller.stop()
        self._thread.join(STOP_SECONDS)

    def _run(self) -> None:
        # Made here and not in the asking thread: setting up closes the database connections of its own thread,
        # and the asking one may be in the middle of a transaction.
        self._controller = WorkController(
            app=self._app,
            hostname=f"embedded-{self.pid}@local",
            pool_cls="threads",
            concurrency=1,
            without_gossip=True,
            without_mingle=True,
            without_heartbeat=True,
            ready_callback=lambda _consumer: self._ready.set(),
        )
        self._controller.start()

    def _keep_house(self) -> None:
        self._ready.wait()
        while not self._stopping.is_set():
            for regular in self._app.conf.beat_schedule.values():
                Celery.send_task(self._app, regular["task"], ignore_result=True)
            self._stopping.wait(KEEP_HOUSE_SECONDS)


_lock = threading.Lock()
_worker: EmbeddedWorker | None = None


def ensure_worker(app: Celery) -> EmbeddedWorker:
    """The running worker of this process, started now if there is none."""
    global _worker
    with _lock:
        if _worker is None or not _worker.alive:
            _worker = EmbeddedWorker(app)
            _worker.start()
            atexit.register(_worker.stop)
        return _worker
