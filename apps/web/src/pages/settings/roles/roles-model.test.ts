import { permissions, permissionsOf, roles } from '@assay/contract/permissions.ts'
import { expect, test } from 'vitest'
import { subjectRows } from './roles-model.ts'

test('the rows match the permissions of the contract for every role', () => {
  const rows = subjectRows()
  for (const role of roles)
    expect(rows.reduce((sum, row) => sum + row.actionsOf(role).length, 0)).toBe(permissionsOf(role).size)
  expect(rows.reduce((sum, { actions }) => sum + actions.length, 0)).toBe(permissions.length)
})

test.each([
  ['tokens-self', 'Viewer', ['read', 'create', 'edit', 'delete']],
  ['tokens-any', 'Viewer', []],
  ['projects', 'Collaborator', ['read', 'edit']],
  ['teams', 'Team administrator', ['read', 'edit']],
  ['configuration', 'Administrator', ['read', 'edit']],
] as const)('%s: %s', (subject, role, actions) => {
  expect(
    subjectRows()
      .find((row) => row.subject === subject)!
      .actionsOf(role),
  ).toEqual(actions)
})
