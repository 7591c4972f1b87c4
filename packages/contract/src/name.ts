import { hasControls } from '@assay/text/invisible.ts'
import { z } from 'zod'

export const oneLine = 'Must be one line without control characters'

/** A name given to something: trimmed, on one line, so that it cannot look like several in a log, a message or a list. */
export const nameOf = (max: number, whenEmpty?: string) =>
  optionalNameOf(max).min(1, ...(whenEmpty === undefined ? [] : [whenEmpty]))

/** The same, or ''. */
export const optionalNameOf = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((name) => !hasControls(name), oneLine)
