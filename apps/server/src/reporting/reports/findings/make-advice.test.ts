import { expect, test } from 'vitest'
import { makeAdvice } from './make-advice.ts'

test.each([
  [
    { severity: 'high', cvss: null, category: 'vulnerability' },
    { severity: 'HIGH', cvss: 8, category: 'vulnerability' },
  ],
  [
    { severity: 'unknown', cvss: null, category: 'vulnerability' },
    { severity: 'MEDIUM', cvss: 5.5 },
  ],
  [
    { severity: 'critical', cvss: 9.8, category: 'vulnerability' },
    { severity: 'CRITICAL', cvss: 9.8 },
  ],
  [
    { severity: 'unknown', cvss: null, category: 'malware' },
    { severity: 'CRITICAL', cvss: 9.5, category: 'malware' },
  ],
] as const)('%o has the effective score and severity of %o', (stored, sent) => {
  const advice = makeAdvice({
    advisoryUuid: '3f1c2f3e-0f5d-4a53-9d7c-1b0c7a2f1e11',
    ecosystem: 'npm',
    name: 'lodash',
    facts: { ...stored, cve: null, fixed: [] },
    span: { version: '4.17.4', evidence: [], locations: [], isDirect: null },
    fixesThis: null,
    introducedAt: 0,
    text: undefined,
    updates: [],
    signal: null,
    exclusion: null,
  })
  expect(advice).toMatchObject(sent)
})
