import { describe, expect, test } from 'vitest'
import { actions, compare, groupLabelOf, labelOf } from './model.ts'

describe('the difference', () => {
  test('lists changes by path', () => {
    const before = { name: 'a', minimumScores: { security: 90, stability: 80 }, plan: null }
    const after = { name: 'b', minimumScores: { security: 70, stability: 80 }, plan: null }
    expect(compare(before, after)).toEqual({
      differences: [
        { path: 'name', before: 'a', after: 'b' },
        { path: 'minimumScores.security', before: '90', after: '70' },
      ],
      unchanged: 2,
    })
  })

  test('of a created or removed object lists every value', () => {
    expect(compare(null, { name: 'a', active: true }).differences).toEqual([
      { path: 'name', before: null, after: 'a' },
      { path: 'active', before: null, after: 'true' },
    ])
    expect(compare({ name: 'a' }, undefined).differences).toEqual([
      { path: 'name', before: 'a', after: null },
    ])
  })

  test('of lists is one line, and of lists of objects by index', () => {
    expect(compare({ features: ['teams'] }, { features: ['teams', 'jira'] }).differences).toEqual([
      { path: 'features', before: 'teams', after: 'teams, jira' },
    ])
    expect(compare({ list: [{ tag: 'a' }] }, { list: [{ tag: 'b' }] }).differences).toEqual([
      { path: 'list.0.tag', before: 'a', after: 'b' },
    ])
    expect(compare({ list: [] }, { list: [] })).toEqual({ differences: [], unchanged: 1 })
  })

  test('distinguishes an empty value from a missing one', () => {
    expect(compare({ team: null }, { team: 'x' }).differences).toEqual([
      { path: 'team', before: '', after: 'x' },
    ])
  })

  test.each([
    [null, null],
    [undefined, undefined],
    [{}, {}],
  ])('of %j and %j is nothing', (before, after) => {
    expect(compare(before, after)).toEqual({ differences: [], unchanged: 0 })
  })

  test('of a plain value has no path', () => {
    expect(compare('a', 'b').differences).toEqual([{ path: '', before: 'a', after: 'b' }])
  })
})

describe('actions', () => {
  test('are the calls that change data, and those that start a login', () => {
    const names = actions.map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining(['members.remove', 'accounts.configure', 'credentials.login']),
    )
    expect(names).toEqual(
      expect.arrayContaining(['credentials.challenge', 'sessions.endedByReuse', 'sessions.endedByProvider']),
    )
    expect(names).not.toContain('members.list')
    expect(names).not.toContain('credentials.refresh')
  })

  test('all have a label, and so do their groups', () => {
    expect(actions.filter(({ name }) => labelOf(name) === name)).toEqual([])
    expect(actions.filter(({ group }) => groupLabelOf(group) === group)).toEqual([])
    expect(new Set(actions.map(({ name }) => labelOf(name))).size).toBe(actions.length)
  })

  test('are shown by their label, unknown ones by name', () => {
    expect(labelOf('credentials.login')).toBe('Logged in')
    expect(labelOf('nonsense.act')).toBe('nonsense.act')
    expect(labelOf('nonsense')).toBe('nonsense')
  })
})
