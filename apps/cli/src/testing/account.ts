export const accountUuid = '55555555-5555-4555-8555-555555555555'

/** The answer to `GET /api/v1/accounts/me`. */
export const account = {
  uuid: accountUuid,
  name: 'Org',
  email: 'a@example.org',
  default: false,
  admin: true,
  bundle: { name: 'free' },
  features: [],
  plan: 'free',
  active: true,
  operator: false,
}

/** A project as lists have it. */
export const projectOf = (known: { uuid: string; url: string; name: string; branches: string[] }) => ({
  ...known,
  tags: [],
  teamUuid: null,
  defaultBranch: null,
  ownMinimums: null,
  archivedAt: null,
  isSample: false,
})
