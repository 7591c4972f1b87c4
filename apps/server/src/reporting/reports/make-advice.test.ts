import { expect, test } from 'vitest'
import { makeAdvice } from './make-advice.ts'

test.each([
  ['high', null, 'vulnerability', { severity: 'HIGH', cvss: 8 }],
  ['unknown', null, 'vulnerability', { severity: 'MEDIUM', cvss: 5.5 }],
  ['critical', 9.8, 'vulnerability', { severity: 'CRITICAL', cvss: 9.8 }],
  ['unknown', null, 'malware', { severity: 'CRITICAL', cvss: 9.5 }],
] as const)(
  '%s with a score of %s has the effective score and severity of %s',
  (severity, cvss, category, sent) => {
    const advice = makeAdvice({
      advisoryUuid: '3f1c2f3e-0f5d-4a53-9d7c-1b0c7a2f1e11',
      ecosystem: 'npm',
      name: 'lodash',
      facts: { severity, cvss, cve: null, category, fixed: [] },
      span: { version: '4.17.4', evidence: [], locations: [], isDirect: null },
      fixesThis: null,
      introducedAt: 0,
      text: undefined,
      exclusion: null,
    })
    expect(advice).toMatchObject(sent)
  },
)
