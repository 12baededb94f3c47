#!/bin/sh
EDGEPROF_LABEL=${TEST_TARGET-} exec "$@"
