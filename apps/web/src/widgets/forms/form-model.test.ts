import { credentials } from '@assay/contract/credentials.ts'
import { ApiError } from '@assay/sdk/api-error.ts'
import { expect, test } from 'vitest'
import { errorsOfServer, readForm } from './form-model.ts'

const schema = credentials.register.body

const formOf = (fields: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

test('schema errors are reported by field', () => {
  const { values, errors } = readForm(schema, formOf({ email: 'nobody', password: 'short' }))
  expect(values).toBeNull()
  expect(errors).toEqual({
    email: 'email must be an email address',
    password: 'A password must have at least 12 characters',
  })
})

test('valid input is passed on unchanged', () => {
  const typed = { email: 'a@example.org', password: 'long enough it is' }
  expect(readForm(schema, formOf(typed))).toEqual({ values: typed, errors: {} })
})

test('server errors are shown at their field, if the form has it', () => {
  const error = new ApiError(400, {
    errorType: 'invalidInput',
    message: 'Known',
    details: [
      { path: 'body.password', message: 'Known' },
      { path: 'body.other', message: 'Odd' },
    ],
  })
  expect(errorsOfServer(error, ['password'])).toEqual({ password: 'Known' })
  expect(errorsOfServer(new ApiError(409, null), ['password'])).toEqual({})
})
