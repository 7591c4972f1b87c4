import { expect, test } from 'vitest'
import { unsupportedClaims } from './unsupported-claims.ts'

const read = `{"facts":[{"ref":"F1","text":"Fix number 1 in \\"shop\\": upgrade \\"lodash\\" (npm) from 4.17.4 to 4.17.21 (patch step), CVE-2021-23337."},
{"ref":"F2","text":"1204 findings of log4j 2.17.1.Final (CVSS 9.8, EPSS 97.5%) were open on 2026-11-25, ghsa-35jh-r3h4-6jhm."}]}
Question: Does 3.10.1 help?`

test.each([
  // As in the facts.
  'Upgrade lodash from 4.17.4 to 4.17.21 [F1], which fixes CVE-2021-23337 and GHSA-35jh-r3h4-6jhm.',
  'Use v4.17.21.',
  'log4j 2.17.1.Final has CVSS 9.8 and EPSS 97.5 %.',
  'There are 1,204 open findings, in German 1.204 offene Schwachstellen.',
  '3.10.1 is not mentioned.',
  // Counted from two cited facts.
  'These are 2 critical vulnerabilities.',
  'Nothing is known of it: 0 findings.',
  // Neither versions nor counts.
  'Am 25.11.2026, 9.9 von 10, about 98 %, the first 3 findings, top 10 vulnerabilities, in 7 days, vulnerabilities',
  'Within 45 days these findings should be closed; 17 projects have vulnerabilities.',
])('is supported: %s', (answer) => {
  expect(unsupportedClaims(answer, { read, cited: 2 })).toEqual([])
})

test.each([
  ['CVE-2031-12345 and MET-0123abcd are open.', ['CVE-2031-12345', 'MET-0123ABCD']],
  ['Upgrade to 4.17.2.', ['4.17.2']],
  ['Upgrade to 4.17.21.1, or v5.0.0-beta.', ['4.17.21.1', '5.0.0']],
  ['There are 57 open high-severity vulnerabilities [F1].', ['57 open high-severity vulnerabilities']],
  [
    '120 findings, 1,205 findings and 33 offene kritische Schwachstellen.',
    ['120 findings', '1,205 findings', '33 offene kritische Schwachstellen'],
  ],
  ['3 vulnerabilities are open [F1] [F2].', ['3 vulnerabilities']],
])('is not supported: %s', (answer, claims) => {
  expect(unsupportedClaims(answer, { read, cited: 2 })).toEqual(claims)
})
