import type { defectDojo } from '@assay/contract/intake/defect-dojo.ts'
import { maxListed } from '@assay/contract/intake/defect-dojo-inputs.ts'
import type { Handlers } from '#auth/router/handler.ts'
import type { ListRange } from './place-store.ts'
import { missing } from './problem.ts'

export type Calls = Handlers<typeof defectDojo>
export type CallsOf<Names extends keyof Calls> = Pick<Calls, Names>

export const rangeOf = ({ limit, offset }: ListRange): ListRange => ({
  limit: Math.min(limit, maxListed),
  offset,
})

/** Digits only: anything else is an id of nothing. */
export function idOf(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw missing()
}

export function orMissing<Value>(value: Value | undefined): Value {
  if (value === undefined) throw missing()
  return value
}
