import checkout

pytest_plugins = ["sandgate_pytest"]

# The shop is impatient here.
checkout.TIME_OUT = 3
checkout.PAUSE = 0.1
