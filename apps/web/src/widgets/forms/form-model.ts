import type { ApiError } from '@assay/sdk/api-error.ts'
import { messagesFor } from '@assay/contract/input-messages.ts'
import { ProblemBody } from '@assay/contract/problem.ts'
import type { z } from 'zod'
import { problemText } from '../../messages/problems.ts'

/** Errors by field name. */
export type FieldErrors = Readonly<Record<string, string>>

/** Validates form values with the schema; returns the first error per field. */
export function readForm<S extends z.ZodObject>(
  schema: S,
  form: FormData,
): { values: z.input<S> | null; errors: FieldErrors } {
  const values = Object.fromEntries(form) as z.input<S>
  const parsed = schema.safeParse(values, { error: messagesFor('form') })
  if (parsed.success) return { values, errors: {} }
  return {
    values: null,
    errors: byField(parsed.error.issues.map(({ path, message }) => ({ field: String(path[0]), message }))),
  }
}

/** Field errors from the server, whose paths are like 'body.password'. */
export function errorsOfServer(error: ApiError, fields: readonly string[]): FieldErrors {
  const { data } = ProblemBody.safeParse(error.body)
  const details = (data?.details ?? []).map(({ path, message }) => ({
    field: path.split('.')[1] ?? path,
    message,
  }))
  return byField(details.filter(({ field }) => fields.includes(field)))
}

const byField = (errors: readonly { field: string; message: string }[]): FieldErrors =>
  // The first one per field counts.
  Object.fromEntries(errors.toReversed().map(({ field, message }) => [field, problemText(message)]))
