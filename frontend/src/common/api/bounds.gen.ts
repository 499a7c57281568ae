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
  "placeId": {
    "minLength": 1,
    "maxLength": 24
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
  },
  "reason": {
    "maxLength": 500
  },
  "answerHours": {
    "minimum": 1,
    "maximum": 168
  },
  "digest": {
    "minLength": 1,
    "maxLength": 64
  }
} as const

export const goalBounds = {
  "title": {
    "minLength": 1,
    "maxLength": 120
  },
  "product": {
    "minLength": 1,
    "maxLength": 24
  },
  "target": {
    "minimum": 0.01,
    "exclusiveMaximum": 100000000
  },
  "unitName": {
    "maxLength": 80
  },
  "unitCost": {
    "minimum": 0.01,
    "exclusiveMaximum": 100000000
  },
  "source": {
    "maxLength": 200
  }
} as const

export const entryBounds = {
  "amount": {
    "exclusiveMinimum": -100000000,
    "exclusiveMaximum": 100000000
  },
  "product": {
    "maxLength": 24
  },
  "startTime": {
    "minLength": 1
  },
  "text": {
    "minLength": 1,
    "maxLength": 200
  },
  "receipt": {
    "maxLength": 100
  },
  "corrects": {
    "maxLength": 60
  }
} as const

export const voucherBounds = {
  "code": {
    "minLength": 1,
    "maxLength": 32
  },
  "value": {
    "minimum": 0,
    "exclusiveMaximum": 1000000
  },
  "maxUses": {
    "minimum": 1,
    "maximum": 1000000
  },
  "perPerson": {
    "minimum": 1,
    "maximum": 1000000
  }
} as const

export const refundBounds = {
  "reason": {
    "minLength": 1,
    "maxLength": 500
  },
  "amount": {
    "minimum": 0.01,
    "exclusiveMaximum": 100000000
  },
  "shown": {
    "minimum": 0,
    "exclusiveMaximum": 100000000
  },
  "note": {
    "maxLength": 500
  }
} as const

export const orderBounds = {
  "voucher": {
    "maxLength": 200
  },
  "giftPrice": {
    "minimum": 0,
    "maximum": 10000
  },
  "paymentMethod": {
    "maxLength": 40
  }
} as const
