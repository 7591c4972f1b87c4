import { expect, test } from 'vitest'
import { decideSsvc } from './ssvc.ts'

const total = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H'
const partial = 'CVSS:3.1/AV:L/AC:H/PR:L/UI:R/S:U/C:L/I:N/A:N'
const v4 = 'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N'

test.for<[boolean | null, string | null, string[], string, string]>([
  [false, null, [], 'track', 'scheduled'],
  [null, null, [], 'track', 'scheduled'],
  [true, total, [], 'act', 'out-of-cycle'],
  [true, v4, ['mission:low'], 'attend', 'out-of-cycle'],
  [true, total, ['mission:high', 'human-impact:very-high'], 'act', 'immediate'],
  [true, partial, ['mission:high'], 'attend', 'out-of-cycle'],
  [false, total, ['mission:high'], 'attend', 'scheduled'],
  [false, partial, ['exposure:small', 'human-impact:low'], 'track', 'defer'],
  [true, partial, ['exposure:controlled', 'human-impact:low'], 'track', 'scheduled'],
  [true, total, ['exposure:controlled', 'human-impact:low'], 'act', 'out-of-cycle'],
])('exploited %s, %s, tags %j: %s, %s', ([isKnownExploited, vector, tags, coordinator, deployer]) => {
  expect(decideSsvc({ isKnownExploited, vector, tags })).toMatchObject({ coordinator, deployer })
})

test('every value names its source', () => {
  expect(
    decideSsvc({ isKnownExploited: true, vector: total, tags: ['Exposure:Open', 'mission:x'] }),
  ).toMatchObject({
    exploitation: { value: 'active', source: 'KEV' },
    automatable: { value: 'yes', source: 'CVSS' },
    technicalImpact: { value: 'total', source: 'CVSS' },
    exposure: { value: 'open', source: 'tag' },
    mission: { value: 'medium', source: 'assumed' },
    humanImpact: { value: 'medium', source: 'assumed' },
  })
})
