import { expect, test } from 'vitest'
import { loginErrorMessage as german } from './de/login-errors.ts'
import { loginErrorMessage as english } from './login-errors.ts'

// The errorType is in the address, so anyone can make a link with another.
test.each(['__proto__', 'constructor', 'toString', 'unheard of', ''])(
  'a login that failed with %o',
  (errorType) => {
    expect(english(errorType)).toBe(english('signOnFailed'))
    expect(german(errorType)).toBe(german('signOnFailed'))
  },
)
