// Generated from the API schema by `make types`. Do not edit.

export const drawerBounds = {
  "float": {
    "minimum": 0,
    "maximum": 100000
  }
} as const
