/** One line of a file of cases; its members decide what kind of case it is. */
export interface Row {
  suite: string
  /** The ecosystem's name in OSV documents. */
  eco?: string
  a?: string
  b?: string
  op?: string
  version?: string
  range?: string
  spec?: string
  expect?: boolean | 'throw' | null
  options?: boolean | { loose?: unknown; includePrerelease?: boolean }
  normalized?: string
  expr?: string
  allow?: string[]
  inputs?: string[]
  allValid?: boolean
  vector?: string
  baseScore?: number
  severity?: string
  test_type?: string
  input?: unknown
  expected_output?: unknown
  expected_failure?: boolean
}

/** Expected and actual result as text, or why the case does not apply to the engine. */
export type Verdict = { expected: string; got: string } | { notApplicable: string }

export const notApplicable = (reason: string): Verdict => ({ notApplicable: reason })

/** The verdict on two values that must be equal. */
export const same = (expected: unknown, got: unknown): Verdict => ({
  expected: JSON.stringify(expected ?? null),
  got: JSON.stringify(got ?? null),
})
