#!/bin/sh
# The one door to Qiyuan: it makes what it needs, then runs the command. `./go help` lists the commands.
set -eu
CDPATH='' cd -- "$(dirname -- "$0")"

# Web server, workers and commands are processes of their own: without bytecode each would compile every
# module again, seconds of work at every start.
unset PYTHONDONTWRITEBYTECODE

help() {
    cat <<'END'
./go COMMAND [ARGUMENTS]

  demo      run a demo with sample championships; prints the URL
  run       start web server and workers for a real event on this machine (settings: .env.example)
  test      run the tests; arguments go to pytest (./go test -k pairing, ./go test -n 0 in one process)

  manage    run manage.py in that environment (./go manage createsuperuser)
  setup     create .venv and compile the translations
  check     format, lint, types, import contracts, templates, migrations, settings, translations
  services  run the tests on temporary PostgreSQL and Redis servers
  bench     run the benchmarks (./go bench pairing runs one; --short: only whether they run)
  prove     run long proofs and benchmarks, write docs/develop/proof.md (./go prove -k pairing: some of them;
            --page FILE: into another file)
  release   refuse or build what is released: wheels, bill of materials, sums, image (--check: only look)
  lock      regenerate the lock files from pyproject.toml (needs uv)
  clean     remove .venv, caches and compiled translations; your data in var/ is kept

Missing system packages are installed with apt-get when you are root or sudo asks no password;
otherwise the apt-get line to run is printed and the exit code is 2.
END
}

say() { printf '%s\n' "$*" >&2; }

# --- System packages -------------------------------------------------------------------------------------

needed=''   # without these the verb cannot run
wanted=''   # without these some tests are skipped

want_chromium() {
    # The one without windows is enough, and quicker; where nothing may be missing it is the one that is meant.
    command -v chromium-headless-shell >/dev/null 2>&1 ||
        { [ -z "${QIYUAN_REQUIRE_ALL:-}" ] && command -v chromium >/dev/null 2>&1; } ||
        wanted="$wanted chromium-headless-shell"
    # The program that drives it, Playwright's own, is linked against it.
    set -- /usr/lib/*/libatomic.so.1 /usr/lib/libatomic.so.1
    [ -e "$1" ] || [ -e "${2:-}" ] || wanted="$wanted libatomic1"
    for font in /usr/share/fonts/truetype/wqy/*.ttc /usr/share/fonts/opentype/noto/NotoSansCJK*.ttc; do
        [ -e "$font" ] && return 0
    done
    wanted="$wanted fonts-wqy-microhei"
}

want_paper() {
    # What prints needs Pango; the demonstration says so where it is missing, and does the rest.
    for library in libpango-1.0-0:libpango-1.0.so.0 libpangoft2-1.0-0:libpangoft2-1.0.so.0 \
        libharfbuzz-subset0:libharfbuzz-subset.so.0; do
        set -- /usr/lib/*/"${library#*:}" /usr/lib/"${library#*:}"
        [ -e "$1" ] || [ -e "$2" ] || wanted="$wanted ${library%%:*}"
    done
    # It draws what the font with Chinese draws wrongly.
    [ -e /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf ] || wanted="$wanted fonts-dejavu-core"
}

need_services() {
    set -- /usr/lib/postgresql/*/bin/initdb
    [ -x "$1" ] || command -v initdb >/dev/null 2>&1 || needed="$needed postgresql"
    command -v redis-server >/dev/null 2>&1 || needed="$needed redis-server"
}

want_deploy_tools() {
    [ -x /usr/lib/rabbitmq/bin/rabbitmq-server ] || wanted="$wanted rabbitmq-server"
    command -v nginx >/dev/null 2>&1 || [ -x /usr/sbin/nginx ] || wanted="$wanted nginx-light"
    command -v openssl >/dev/null 2>&1 || wanted="$wanted openssl"
    command -v systemd-analyze >/dev/null 2>&1 || wanted="$wanted systemd"
    command -v promtool >/dev/null 2>&1 || wanted="$wanted prometheus"
    [ -x /usr/games/gnugo ] || command -v gnugo >/dev/null 2>&1 || wanted="$wanted gnugo"
}

want_bench_tools() {
    command -v wrk >/dev/null 2>&1 || wanted="$wanted wrk"
    command -v nginx >/dev/null 2>&1 || [ -x /usr/sbin/nginx ] || wanted="$wanted nginx-light"
}

need_python() {
    python=''
    for candidate in ${PYTHON:+"$PYTHON"} python3 python3.14 python3.13 python3.12 python3.11; do
        if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
            python=$candidate
            break
        fi
    done
    if [ -z "$python" ]; then
        needed="$needed python3 python3-venv"
    elif ! has_uv && ! "$python" -c 'import ensurepip' >/dev/null 2>&1; then
        needed="$needed python3-venv"
    fi
}

has_uv() { uv --version >/dev/null 2>&1; }

# Where another apt is at work (a machine that has just been started updates itself), this one waits for it, as long as
# QIYUAN_APT_PATIENCE says in seconds. apt's own waiting does not hold for the lists of `update`.
apt_get() {
    patience=${QIYUAN_APT_PATIENCE:-600}
    attempt=$(mktemp)
    while :; do
        outcome=0
        $elevate env DEBIAN_FRONTEND=noninteractive LC_ALL=C apt-get -q -y "$@" >"$attempt" 2>&1 || outcome=$?
        cat "$attempt"
        [ "$outcome" != 0 ] && [ "$patience" -gt 0 ] && grep -q 'Could not get lock' "$attempt" || break
        say 'Another apt is at work; waiting for it.'
        sleep 5
        patience=$((patience - 5))
    done
    rm -f "$attempt"
    return "$outcome"
}

apt_install() {
    elevate=''
    [ "$(id -u)" = 0 ] || elevate='sudo -n'
    # Of two runs at once the first would take the guard away while the second installs.
    exec 8>"${TMPDIR:-/tmp}/qiyuan-apt-$(id -u).lock"
    flock 8
    # Packages with a server (PostgreSQL, Redis, nginx) must not start one: the tests start their own.
    guard=/usr/sbin/policy-rc.d
    if [ -e "$guard" ]; then
        guard=''
    else
        printf '#!/bin/sh\nexit 101\n' | $elevate tee "$guard" >/dev/null
        $elevate chmod +x "$guard"
    fi
    log=$(mktemp)
    status=0
    {
        ls /var/lib/apt/lists/*_Packages* >/dev/null 2>&1 || apt_get update
        apt_get "$@" || { apt_get update && apt_get "$@"; }
    } >"$log" 2>&1 || status=$?
    [ -z "$guard" ] || $elevate rm -f "$guard"
    exec 8>&-
    [ "$status" = 0 ] || cat "$log" >&2
    rm -f "$log"
    return "$status"
}

# Installs what `needed` and `wanted` name where that is allowed; ends with 2 where it must and may not.
system_packages() {
    [ -n "$needed$wanted" ] || return 0
    line="apt-get install -y --no-install-recommends$needed$wanted"
    if command -v apt-get >/dev/null 2>&1 && { [ "$(id -u)" = 0 ] || sudo -n true >/dev/null 2>&1; }; then
        say "Installing$needed$wanted"
        # shellcheck disable=SC2086 # the lists are words
        apt_install install --no-install-recommends $needed $wanted && return 0
        say 'These packages could not be installed; see the error above.'
        exit 2
    fi
    if [ -n "$needed" ]; then
        say "Missing system packages:$needed$wanted. Run this line, then ./go again:"
        say "  sudo $line"
        exit 2
    fi
    say "Not installed:$wanted. What needs them is left out. To run it as well:"
    say "  sudo $line"
}

# --- The Python environment --------------------------------------------------------------------------------

# The marker's name says which locks were installed for which Python, so that a second start only looks.
marker() {
    kind=$1
    shift
    sum=$({ cat -- "$@" && readlink -f .venv/bin/python; } | cksum | tr ' ' -)
    printf '.venv/.ready-%s-%s' "$kind" "$sum"
}

is_ready() { [ -x .venv/bin/python ] && [ -e "$(marker "$@")" ]; }

install_locks() {
    kind=$1
    shift
    say "Installing Python packages into .venv ($kind)"
    for lock; do
        set -- "$@" -r "$lock"
        shift
    done
    if has_uv; then
        [ -x .venv/bin/python ] || uv venv -q --clear --python "$python" .venv
        uv pip install -q --compile-bytecode --python .venv/bin/python --no-deps --require-hashes "$@"
    else
        .venv/bin/python -m pip --version >/dev/null 2>&1 || "$python" -m venv --clear .venv
        .venv/bin/python -m pip install -q --no-input --disable-pip-version-check --no-deps --require-hashes "$@"
    fi
}

compile_translations() {
    for source in portal/locale/*/LC_MESSAGES/*.po; do
        [ -e "$source" ] || continue
        if [ -z "$(find "${source%.po}.mo" -newer "$source" 2>/dev/null)" ]; then
            .venv/bin/python -c 'from portal.ops import catalogues; catalogues.compile_stale()'
            return
        fi
    done
}

# environment run|dev: everything the verb needs, from the system packages to the translations.
environment() {
    # Of two runs at once the second waits, and finds what the first has made.
    exec 7<go
    if command -v flock >/dev/null 2>&1 && ! flock -n 7; then
        say 'Waiting for another run that is setting up.'
        flock 7
    fi
    if [ "$1" = run ]; then
        set -- run requirements.lock
        # What has the development tools can also run.
        is_ready dev requirements.lock requirements-dev.lock && set -- dev requirements.lock requirements-dev.lock
    else
        set -- dev requirements.lock requirements-dev.lock
    fi
    if is_ready "$@"; then
        system_packages
    else
        need_python
        system_packages
        [ -n "$python" ] || need_python
        install_locks "$@"
        : >"$(marker "$@")"
    fi
    compile_translations
    exec 7<&-
}

# --- Verbs -------------------------------------------------------------------------------------------------

check() {
    failed=''
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' EXIT
    step() {
        name=$1
        shift
        if "$@" >"$scratch/output" 2>&1; then
            say "ok    $name"
        else
            failed="$failed, $name"
            cat "$scratch/output" >&2
            say "FAIL  $name"
        fi
    }
    py() { .venv/bin/python "$@"; }
    manage() { env ENV_FILE=/dev/null DATA_DIR="$scratch" "$@"; }
    step format py -m ruff format --check .
    step lint py -m ruff check .
    step names py -m tests.names
    step types py -m mypy portal tournaments games qiyuan_house manage.py
    step 'import contracts' .venv/bin/lint-imports
    # shellcheck disable=SC2046 # our templates have no blanks in their names
    step 'tags of templates' .venv/bin/djade --check $(find templates -name '*.html')
    step 'indentation of templates' .venv/bin/djhtml --check --tabwidth 2 templates
    step 'lint of templates' .venv/bin/djlint --lint --quiet templates
    step 'whose each file is' .venv/bin/reuse lint --quiet
    step migrations manage .venv/bin/python manage.py makemigrations --check --dry-run
    step 'settings of a public site' manage PUBLIC_URL=https://qiyuan.example \
        DATABASE_URL=postgres://qiyuan@db.example/qiyuan BROKER_URL=redis://broker.example/0 \
        CACHE_URL=redis://broker.example/1 \
        SECRET_KEY="$(.venv/bin/python -c 'import secrets; print(secrets.token_urlsafe(50))')" \
        .venv/bin/python manage.py check --deploy --fail-level WARNING
    step translations manage .venv/bin/python manage.py translations check
    [ -z "$failed" ] || {
        say "Failed: ${failed#, }"
        exit 1
    }
}

lock() {
    has_uv || {
        say 'lock needs uv on the PATH: python3 -m pip install uv'
        exit 2
    }
    # --universal: one lock for every Python from 3.11 on. No index address is written: that is the machine's own.
    set -- uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --no-annotate
    all='--extra postgres --extra redis --extra s3'
    # shellcheck disable=SC2086 # the extras are words
    {
        "$@" $all pyproject.toml -o requirements.lock
        "$@" $all --extra ocr -c requirements.lock pyproject.toml -o requirements-ocr.lock
        "$@" $all --extra stripe -c requirements.lock pyproject.toml -o requirements-stripe.lock
        "$@" $all --extra mail -c requirements.lock pyproject.toml -o requirements-mail.lock
    }
    "$@" --group dev -c requirements.lock -o requirements-dev.lock
}

clean() {
    rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
    find . -name __pycache__ -type d -prune -exec rm -rf {} +
    find portal/locale -name '*.mo' -delete
}

verb=${1:-help}
[ $# -eq 0 ] || shift
case $verb in
    setup)
        want_chromium
        want_paper
        environment dev
        say 'Ready: ./go demo, ./go test'
        ;;
    demo)
        environment run
        exec .venv/bin/python manage.py demo "$@"
        ;;
    run)
        environment run
        .venv/bin/python manage.py prepare
        exec .venv/bin/python manage.py run "$@"
        ;;
    manage)
        environment run
        exec .venv/bin/python manage.py "$@"
        ;;
    test)
        want_chromium
        want_paper
        [ -z "${QIYUAN_REQUIRE_ALL:-}" ] || { need_services && want_deploy_tools; }
        environment dev
        exec .venv/bin/python -m pytest -n 3 --dist loadgroup "$@"
        ;;
    check)
        environment dev
        check
        ;;
    services)
        need_services
        want_chromium
        want_paper
        environment dev
        exec .venv/bin/python -m tests.services -- .venv/bin/python -m pytest -n 3 --dist loadgroup "$@"
        ;;
    bench)
        want_chromium
        want_paper
        want_bench_tools
        environment dev
        exec .venv/bin/python -m tests.benchmarks "$@"
        ;;
    prove)
        need_services
        want_deploy_tools
        [ "$(id -u)" != 0 ] || command -v debootstrap >/dev/null 2>&1 || wanted="$wanted debootstrap"
        [ -e /usr/lib/nginx/modules/ngx_http_brotli_static_module.so ] || wanted="$wanted libnginx-mod-http-brotli-static"
        want_chromium
        # The one without windows shows no notifications.
        command -v chromium >/dev/null 2>&1 || wanted="$wanted chromium"
        want_paper
        want_bench_tools
        environment dev
        exec .venv/bin/python -m tests.prove "$@"
        ;;
    release)
        environment dev
        exec .venv/bin/python packaging/release.py "$@"
        ;;
    lock) lock ;;
    clean) clean ;;
    help | -h | --help) help ;;
    *)
        say "Unknown command '$verb'."
        help >&2
        exit 2
        ;;
esac
