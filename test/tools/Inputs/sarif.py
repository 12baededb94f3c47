#!/usr/bin/python3
"""Read SARIF 2.1.0 into the object model of Debian's python3-sarif-python-om.

usage: sarif.py <DOCUMENT

Fails if an object has a property that the standard's has not, or lacks one that it
must have.
"""
import json
import sys

import attr
import sarif_om

# Of what class the value of a property, or each of its elements, is.
CLASSES = {
    "runs": sarif_om.Run,
    "tool": sarif_om.Tool,
    "driver": sarif_om.ToolComponent,
    "rules": sarif_om.ReportingDescriptor,
    "results": sarif_om.Result,
    "message": sarif_om.Message,
    "locations": sarif_om.Location,
    "physicalLocation": sarif_om.PhysicalLocation,
    "artifactLocation": sarif_om.ArtifactLocation,
    "region": sarif_om.Region,
}


def build(value, kind):
    """VALUE, or its elements, as KIND; what is no object stays as it is."""
    if isinstance(value, list):
        return [build(each, kind) for each in value]
    if not isinstance(value, dict):
        return value
    names = {field.metadata["schema_property_name"]: field.name
             for field in attr.fields(kind)}
    return kind(**{names[name]: build(inner, CLASSES.get(name))
                   for name, inner in value.items()})


log = build(json.load(sys.stdin), sarif_om.SarifLog)
print(len(log.runs[0].results))
