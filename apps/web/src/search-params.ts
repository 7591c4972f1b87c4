import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router'

/** Values are texts: read as JSON, the branch '1.10' of a link would become 1.1. Only quoted ones are JSON. */
function readQuoted(value: string): string {
  if (!value.startsWith('"')) throw new TypeError('Not quoted')
  return JSON.parse(value)
}

export const parseSearch = parseSearchWith(readQuoted)
/** Quotes texts that would otherwise be read as quoted. */
export const stringifySearch = stringifySearchWith(JSON.stringify, readQuoted)
