// Generated from the API schema by `make types`. Do not edit.

export const eventBounds = {
  "name": {
    "minLength": 1,
    "maxLength": 200
  },
  "description": {
    "maxLength": 10000
  },
  "image": {
    "maxLength": 200
  },
  "category": {
    "maxLength": 100
  },
  "cardSet": {
    "maxLength": 100
  },
  "format": {
    "maxLength": 100
  },
  "price": {
    "minimum": 0,
    "exclusiveMaximum": 1000000
  },
  "eventLocation": {
    "maxLength": 300
  },
  "maximumEventCapacity": {
    "minimum": 0,
    "maximum": 100000
  },
  "brand": {
    "maxLength": 100
  },
  "type": {
    "maxLength": 40
  },
  "fairValue": {
    "minimum": 0,
    "exclusiveMaximum": 1000000
  },
  "memberPrice": {
    "minimum": 0,
    "exclusiveMaximum": 1000000
  },
  "memberSeats": {
    "minimum": 1,
    "maximum": 10
  },
  "accessNote": {
    "maxLength": 300
  },
  "countInStock": {
    "minimum": 0,
    "maximum": 100000
  },
  "startTime": {
    "minLength": 1
  },
  "endTime": {
    "minLength": 1
  }
} as const
