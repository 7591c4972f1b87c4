import { hash } from '@node-rs/argon2'
import { createAssayClient } from '@assay/sdk/client.ts'
import { tokenOf } from '@assay/sdk/token-of.ts'
import type { TestClient, TestMember, TestServer } from './test-server.ts'

/** The password of all test members that have one. */
export const testPassword = 'a password of some length'

/** Verifying takes the cost stored in the hash; tests that only need a session use the minimum. */
export const cheapHash = hash(testPassword, { memoryCost: 8, timeCost: 1, parallelism: 1 })

/** Gives the member the password of tests. */
export async function setPassword({ db }: TestServer, { uuid }: TestMember): Promise<void> {
  const password_hash = await cheapHash
  await db.updateTable('member').set({ password_hash }).where('uuid', '=', uuid).execute()
}

/** Opens a session and returns the whole Authorization header. */
export async function openSessionFor(server: TestServer, member: TestMember): Promise<string> {
  await setPassword(server, member)
  return `Bearer ${tokenOf(await logIn(server, member))}`
}

/** The member with a session, for calls that API tokens cannot make. */
export const signedIn = async (server: TestServer, member: TestMember): Promise<TestMember> => {
  const authorization = await openSessionFor(server, member)
  const api = createAssayClient({ baseUrl: server.url, authorization: () => authorization })
  return { ...member, authorization, api }
}

/** Creates an account and logs its administrator in. */
export async function loggedIn(server: TestServer) {
  const member = await server.newAccount()
  const { authorization, api } = await signedIn(server, member)
  return { member, authorization, api }
}

export const logIn = ({ anonymous }: TestServer, { email }: { email: string }) =>
  anonymous.credentials.login({ body: { email, password: testPassword } })

export const sessionOf = ({ url }: TestServer, token: string): TestClient =>
  createAssayClient({ baseUrl: url, authorization: () => `Bearer ${token}` })
