#!/usr/bin/env node
import "@rostrum/cli/bin";
