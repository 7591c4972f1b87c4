import { expect, test } from 'vitest'
import { readRepositoryRules } from './repository-rules.ts'
import { applyRepositoryPolicies } from './repository-policy.ts'

const own = { security: 90, stability: 80, licensing: 95 }
const read = (text: string) =>
  readRepositoryRules({ path: 'assay.yaml', bytes: new TextEncoder().encode(text) })

test('a repository raises minimum scores, and loosens only what the account allows', () => {
  const { policies = [], issues } = read(
    'minimumScores: { security: 95, licensing: 10 }\nturnOff: [Known exploited]',
  )
  expect(issues).toEqual([])
  const strict = applyRepositoryPolicies(policies, { minimumScores: own, mayLoosen: false })
  expect(strict.minimumScores).toEqual({ ...own, security: 95 })
  expect([...strict.turnedOff]).toEqual([])
  expect(strict.issues.map(({ message }) => message)).toEqual([
    'assay.yaml lowers the minimum licensing score from 95 to 10, which the account does not allow.',
    'assay.yaml turns off the rule Known exploited, which the account does not allow.',
  ])
  const loose = applyRepositoryPolicies(policies, { minimumScores: own, mayLoosen: true })
  expect(loose.minimumScores).toEqual({ security: 95, stability: 80, licensing: 10 })
  expect([...loose.turnedOff]).toEqual(['Known exploited'])
  expect(loose.issues).toEqual([])
})

test.each(['minimumScores: { security: high }', 'minimumScores: { speed: 3 }', 'turnOff: all'])(
  '%s is an issue',
  (text) => expect(read(text).issues).toMatchObject([{ code: 'rules-unreadable' }]),
)
