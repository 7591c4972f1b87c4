import { hash } from '@node-rs/argon2'
import { createAssayClient } from '@assay/sdk/client.ts'
import { tokenOf } from '@assay/sdk/token-of.ts'
import type { TestClient, TestMember, TestServer } from './test-server.ts'

/** Of every member with a password in tests. */
export const testPassword = 'a password of some length'

/** A login checks a hash at the cost that the hash names: tests that only need a session pay the least there is. */
const cheapHash = hash(testPassword, { memoryCost: 8, timeCost: 1, parallelism: 1 })

/** Gives the member the password that tests log in by. */
export async function setPassword({ db }: TestServer, { uuid }: TestMember): Promise<void> {
  const password_hash = await cheapHash
  await db.updateTable('member').set({ password_hash }).where('uuid', '=', uuid).execute()
}

/** A login of its own; the whole Authorization header. */
export async function openSessionFor(server: TestServer, member: TestMember): Promise<string> {
  await setPassword(server, member)
  return `Bearer ${tokenOf(await logIn(server, member))}`
}

/** The member by a login of its own, for what API tokens may not do. */
export const signedIn = async (server: TestServer, member: TestMember): Promise<TestMember> => {
  const authorization = await openSessionFor(server, member)
  const api = createAssayClient({ baseUrl: server.url, authorization: () => authorization })
  return { ...member, authorization, api }
}

/** The administrator of a new account, and what it may do by a login of its own. */
export async function loggedIn(server: TestServer) {
  const member = await server.newAccount()
  const { authorization, api } = await signedIn(server, member)
  return { member, authorization, api }
}

export const logIn = ({ anonymous }: TestServer, { email }: { email: string }) =>
  anonymous.credentials.login({ body: { email, password: testPassword } })

export const sessionOf = ({ url }: TestServer, token: string): TestClient =>
  createAssayClient({ baseUrl: url, authorization: () => `Bearer ${token}` })
