import { expect, test } from 'vitest'
import { featuresOf, withFeature } from './features-model.ts'

const catalog = ['teams', 'members', 'jira'].map((name) => ({ name, description: `of ${name}` }))

test('a feature is on if the account has it', () => {
  const features = featuresOf({ catalog, features: ['jira'], plan: 'enterprise' })
  expect(features.map(({ name, isOn }) => [name, isOn])).toEqual([
    ['teams', false],
    ['members', true],
    ['jira', true],
  ])
  expect(features[2]).toEqual({ name: 'jira', description: 'of jira', isOn: true, follows: null })
})

test.each([
  { plan: 'enterprise', features: ['teams'], isOn: false, follows: 'teams' },
  { plan: 'enterprise', features: [], isOn: true, follows: 'always' },
  { plan: 'opensource', features: [], isOn: false, follows: 'openSource' },
  { plan: 'opensource', features: ['teams'], isOn: false, follows: 'openSource' },
])('members in the plan $plan with $features', ({ plan, features, isOn, follows }) => {
  expect(featuresOf({ catalog, features, plan })[1]).toMatchObject({ isOn, follows })
})

test.each([
  { from: ['teams'], name: 'jira', isOn: true, to: ['teams', 'jira'] },
  { from: ['teams', 'jira'], name: 'jira', isOn: false, to: ['teams'] },
  { from: ['jira', 'members'], name: 'teams', isOn: true, to: ['jira', 'teams'] },
  { from: ['jira'], name: 'jira', isOn: true, to: ['jira'] },
])(
  'switching $name to $isOn changes $from to $to, and leaves members implicit',
  ({ from, name, isOn, to }) => {
    expect(withFeature(from, name, isOn)).toEqual(to)
  },
)
