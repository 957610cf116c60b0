"""The generator, which makes a `Decimal` of what a document calls a number: amounts of money are exact. A number of
at most 15 digits, as all of the service are, is the same after a float has carried it."""

from openapi_python_client.cli import app
from openapi_python_client.parser.properties.float import FloatProperty

FloatProperty._type_string = "Decimal"
FloatProperty.get_imports = lambda self, *, prefix: {"from decimal import Decimal"} | super(
    FloatProperty, self
).get_imports(prefix=prefix)

if __name__ == "__main__":
    app()
