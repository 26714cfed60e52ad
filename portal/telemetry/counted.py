"""What each process counts of itself, by names that Prometheus and the rules in ``docs/deploy`` know."""

from __future__ import annotations

from prometheus_client import Counter, Gauge, Histogram

# Seconds within which a request should be answered.
QUICK = (0.005, 0.02, 0.1, 0.5, 2.0, 10.0)
# Seconds within which work should be done.
LONG = (0.1, 0.5, 1.0, 2.0, 5.0, 15.0, 60.0, 300.0)

REQUESTS = Counter(
    "qiyuan_requests", "Requests answered, by the name of their address.", ["route", "method", "status"]
)
REQUEST_SECONDS = Histogram(
    "qiyuan_request_seconds", "Seconds in which Django answered.", ["route"], buckets=QUICK
)
IN_LANE = Gauge("qiyuan_lane_requests", "Requests that Django works at, or that wait for it.", ["lane"])
TURNED_AWAY = Counter("qiyuan_lane_refused", "Requests answered 503 because a lane was full.", ["lane"])
FRONT_PAGES = Gauge("qiyuan_front_pages", "Published pages that this process has in memory.")
FRONT_SILENCE = Gauge("qiyuan_front_silence_seconds", "Seconds since this process last heard the database.")
SEEN_SECONDS = Histogram(
    "qiyuan_page_seen_seconds",
    "Seconds from the change of a published page until a process that shows it knew.",
    ["by"],
    buckets=LONG,
)
FILES_WRITTEN = Counter("qiyuan_page_files_written", "Files of published pages that were written.")
NO_ROOM = Counter("qiyuan_no_room", "Requests and runs of jobs that a full disk stopped.")
JOBS = Counter("qiyuan_jobs", "Runs of jobs, by what became of them.", ["kind", "outcome"])
JOB_SECONDS = Histogram("qiyuan_job_seconds", "Seconds that one run of a job took.", ["kind"], buckets=LONG)
JOB_LATENCY = Histogram(
    "qiyuan_job_latency_seconds",
    "Seconds from the moment at which a job was due until it was done; of kind publish, how long a round "
    "takes to appear.",
    ["kind"],
    buckets=LONG,
)
