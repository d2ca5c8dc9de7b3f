import checkout

pytest_plugins = ["sandgate_pytest"]

# The shop is impatient here.
checkout.TIMEOUT = 3
checkout.PAUSE = 0.1
