import { expect, test } from 'vitest'
import { forAllTests, testServer } from '#testing/for-tests.ts'
import { filePart, npmInventory } from '#testing/inventories.ts'

const server = testServer()
const admin = forAllTests(() => server.newAccount())

const policy = `minimumScores: { security: 0, stability: 0, licensing: 0 }
turnOff: [Lodash]`

async function scan() {
  const { uuid } = await admin.api.uploads.folderIntoNew({
    body: {
      file: [
        filePart(npmInventory(['lodash@4.17.4']), 'bom.json'),
        filePart(new TextEncoder().encode(policy), 'assay.yaml'),
      ],
      url: 'https://example.org/loose',
      branch: 'main',
    },
  })
  return admin.api.reports.full({ params: { projectUuid: uuid }, query: {} })
}

test('a repository loosens the policy of the account only if the account allows it, and the report says so', async () => {
  const params = { accountUuid: admin.accountUuid }
  const body = { name: 'Lodash', condition: 'component.name == "lodash"', effect: 'fail' as const }
  await admin.api.rules.create({ params, body })
  const strict = await scan()
  expect(strict.outcome).toBe('FAIL')
  expect(strict.rules).toMatchObject([{ name: 'Lodash', fails: true }])
  expect(
    strict.issues.filter(({ code }) => code === 'policy-not-loosened').map(({ message }) => message),
  ).toContain('assay.yaml turns off the rule Lodash, which the account does not allow.')
  await admin.api.accounts.configure({ params, body: { repositoryMayLoosen: true } })
  const loose = await scan()
  expect(loose.outcome).not.toBe('FAIL')
  expect(loose.rules).toEqual([])
  expect(loose.issues.map(({ code }) => code)).not.toContain('policy-not-loosened')
})
