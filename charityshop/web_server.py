"""gunicorn's settings, for the demo and for production alike: `gunicorn -c python:charityshop.web_server`."""

from charityshop import environment as env

wsgi_app = "charityshop.wsgi:application"
bind = f"{env.text('BIND', '127.0.0.1')}:{env.whole('PORT', 8000, at_least=1)}"
workers = env.whole("WEB_WORKERS", 2, at_least=1)
threads = env.whole("WEB_THREADS", 4, at_least=1)
worker_class = "gthread"
timeout = 60  # seconds; longer than the longest talk with PayPal
graceful_timeout = 20
keepalive = 5
preload_app = True
control_socket_disable = True  # its path is one for the whole account: two shops side by side would share it
accesslog = env.text("ACCESS_LOG") or None
