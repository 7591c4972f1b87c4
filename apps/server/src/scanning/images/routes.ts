import { contract } from '@assay/contract/contract.ts'
import type { RegistryLogin, WatchedImage } from '@assay/contract/images.ts'
import {
  type ImageReference,
  readReference,
  repositoryName,
} from '@assay/engine/inventory/registry/image-reference.ts'
import { randomUUID, timingSafeEqual } from 'node:crypto'
import { registerRoutes } from '#auth/router/register-routes.ts'
import type { Scope } from '#auth/scope.ts'
import type { AppContext } from '#context.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { Problem, throwNotFound } from '#platform/http/problem.ts'
import { checkLimit } from '#platform/limits/limits-store.ts'
import { ensureProject } from '#projects/projects/ensure-project.ts'
import { checkImageJob } from './check-image-job.ts'
import {
  deleteLogin,
  findLogin,
  findLoginByUuid,
  listLogins,
  type LoginRow,
  saveLogin,
} from './login-store.ts'
import { passwordPurpose } from './logins.ts'
import { readHook } from './read-hook.ts'
import {
  deleteImage,
  findImage,
  findPushed,
  type ImageRow,
  insertImage,
  listImages,
  lockImage,
  updateImage,
} from './store.ts'
import type { Vault } from '#platform/secrets/vault.ts'

export function imagesRoutes(context: AppContext): void {
  const { routes, db, vault } = context
  registerRoutes(routes, contract.images, {
    list: async ({ caller }) => (await listImages(db, caller.scope)).map(wireImage),
    add: ({ caller, body, change }) => change((tx) => add(context, tx, { scope: caller.scope, ...body })),
    update: ({ caller, params, body, change }) =>
      change((tx) => update(context, tx, { scope: caller.scope, uuid: params.imageUuid, ...body })),
    async check({ caller, params }) {
      const image = (await findImage(db, caller.scope, params.imageUuid)) ?? throwNotFound('image')
      await checkNow(context, db, { accountUuid: caller.scope.accountUuid, images: [image.uuid] })
      return {}
    },
    remove: ({ caller, params, change }) =>
      change(async (tx) => {
        const image = (await findImage(tx, caller.scope, params.imageUuid)) ?? throwNotFound('image')
        await deleteImage(tx, caller.scope, image.uuid)
        return { result: {}, before: wireImage(image) }
      }),
    async logins({ caller }) {
      const hookPath = `/api/v1/image-hooks/${hookSecret(vault, caller.scope.accountUuid)}`
      return { logins: (await listLogins(db, caller.scope)).map(wireLogin), hookPath }
    },
    saveLogin: ({ caller, body, change }) =>
      change((tx) => storeLogin(context, tx, { scope: caller.scope, ...body })),
    removeLogin: ({ caller, params, change }) =>
      change(async (tx) => {
        const login = (await findLoginByUuid(tx, caller.scope, params.loginUuid)) ?? throwNotFound('login')
        await deleteLogin(tx, caller.scope, login.uuid)
        return { result: {}, before: wireLogin(login) }
      }),
    async hook({ params, body }) {
      const accountUuid = accountOfHook(vault, params.secret) ?? throwNotFound('webhook')
      const found: string[] = []
      for (const pushed of readHook(body)) found.push(...(await findPushed(db, accountUuid, pushed)))
      const images = [...new Set(found)]
      await checkNow(context, db, { accountUuid, images })
      return { images: images.length }
    },
  })
}

const checkNow = (
  { queue }: Pick<AppContext, 'queue'>,
  db: Database,
  { accountUuid, images }: { accountUuid: string; images: readonly string[] },
): Promise<void> =>
  queue.sendAll(db, checkImageJob, {
    payloads: images.map((imageUuid) => ({ accountUuid, imageUuid })),
    priority: 'interactive',
  })

interface Adding {
  scope: Scope
  reference: string
  platform: string | null
  everyHours: number
  usesAttached: boolean
  teamUuid?: string | undefined
}

async function add(context: AppContext, tx: Tx, { scope, reference: text, teamUuid, ...settings }: Adding) {
  const reference = checkedReference(text)
  const name = repositoryName(reference)
  const project = await ensureProject(tx, scope, { url: `docker:${name}`, name, teamUuid })
  const uuid = randomUUID()
  const { host, repository, tag } = reference
  const image = { uuid, projectUuid: project.uuid, host, repository, tag, ...settings }
  if (!(await insertImage(tx, scope, image)))
    throw new Problem(409, 'conflict', 'The image is watched already')
  await checkLimit(tx, scope, 'images')
  await checkNow(context, tx, { accountUuid: scope.accountUuid, images: [uuid] })
  const after = wireImage((await findImage(tx, scope, uuid)) ?? throwNotFound('image'))
  return { result: after, target: { imageUuid: uuid, projectUuid: project.uuid }, after }
}

interface Updating {
  scope: Scope
  uuid: string
  everyHours: number
  usesAttached: boolean
}

async function update(context: AppContext, tx: Tx, { scope, uuid, ...settings }: Updating) {
  const before = (await lockImage(tx, scope, uuid)) ?? throwNotFound('image')
  await updateImage(tx, scope, { uuid: before.uuid, ...settings })
  if (before.usesAttached !== settings.usesAttached)
    await checkNow(context, tx, { accountUuid: scope.accountUuid, images: [before.uuid] })
  const after = wireImage((await findImage(tx, scope, before.uuid)) ?? throwNotFound('image'))
  return { result: after, before: wireImage(before), after }
}

async function storeLogin(
  { vault }: Pick<AppContext, 'vault'>,
  tx: Tx,
  { scope, host, user, password }: { scope: Scope; host: string; user: string; password: string },
) {
  const existing = await findLogin(tx, scope, host)
  const uuid = existing?.uuid ?? randomUUID()
  const sealed = vault.seal(password, passwordPurpose(scope.accountUuid, uuid))
  await saveLogin(tx, scope, { uuid, host, user, password: sealed })
  await checkLimit(tx, scope, 'registryLogins')
  const after = wireLogin((await findLogin(tx, scope, host)) ?? throwNotFound('login'))
  return {
    result: after,
    target: { loginUuid: uuid },
    ...(existing && { before: wireLogin(existing) }),
    after,
  }
}

function checkedReference(text: string): ImageReference {
  const reference = readReference(text)
  if (!reference) throw new Problem(400, 'invalidInput', `${text} is not the name of an image`)
  return reference
}

const wireImage = (row: ImageRow): WatchedImage => ({
  uuid: row.uuid,
  projectUuid: row.projectUuid,
  name: repositoryName({ ...row, digest: '' }),
  tag: row.tag,
  platform: row.platform,
  everyHours: row.everyHours,
  usesAttached: row.usesAttached,
  digest: row.digest,
  checkedAt: row.checkedAt?.getTime() ?? null,
  nextCheckAt: row.nextCheckAt.getTime(),
  error: row.error,
})

const wireLogin = ({ uuid, host, user, changedAt }: LoginRow): RegistryLogin => ({
  uuid,
  host,
  user,
  changedAt: changedAt.getTime(),
})

const purpose = 'image hook'

/** What the address of an account's webhook ends with: whoever knows it can ask for checks, and nothing else. */
const hookSecret = (vault: Vault, accountUuid: string): string =>
  `${accountUuid}.${encode(vault.hmac(accountUuid, purpose))}`

/** The account of a secret; null if it is none of this server. */
function accountOfHook(vault: Vault, secret: string): string | null {
  const [, accountUuid = '', given = ''] = /^([\da-f-]{36})\.([\w-]{43})$/.exec(secret) ?? []
  const isKnown = vault
    .hmacs(accountUuid, purpose)
    .some((each) => given !== '' && timingSafeEqual(Buffer.from(encode(each)), Buffer.from(given)))
  return isKnown ? accountUuid : null
}

const encode = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
