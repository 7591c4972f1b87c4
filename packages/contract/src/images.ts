import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { EpochMs, MaybeTeam, Uuid } from './vocabulary.ts'
import { named } from './named.ts'

/** With a registry unless it is of Docker Hub; without a tag, it is 'latest'. */
const Reference = z
  .string()
  .trim()
  .min(1, 'Enter the name of an image')
  .max(400)
  .regex(/^[^\s@]+$/, 'Enter an image with its tag, such as registry.example.org/app:1.0')

const Platform = z
  .string()
  .trim()
  .max(60)
  .regex(/^[a-z\d]+\/[a-z\d]+(?:\/[a-z\d]+)?$/, 'Enter a platform such as linux/arm64')

const Host = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, 'Enter the host of the registry')
  .max(255)
  .regex(/^[a-z\d.-]+(?::\d{1,5})?$/, 'Enter a host such as registry.example.org')

export const WatchedImage = named('WatchedImage', {
  uuid: Uuid,
  projectUuid: Uuid,
  /** 'registry.example.org/app'. */
  name: z.string(),
  tag: z.string(),
  /** null: linux/amd64, or the only one. */
  platform: z.string().nullable(),
  everyHours: z.int(),
  /** Whether packages that only attached SBOMs list are scanned. */
  usesAttached: z.boolean(),
  /** What was scanned last; null before the first scan. */
  digest: z.string().nullable(),
  checkedAt: EpochMs.nullable(),
  nextCheckAt: EpochMs,
  /** Why the last check failed; null if it did not. */
  error: z.string().nullable(),
})
export type WatchedImage = z.infer<typeof WatchedImage>

export const RegistryLogin = z
  .object({ uuid: Uuid, host: z.string(), user: z.string(), changedAt: EpochMs })
  .meta({ id: 'RegistryLogin' })
export type RegistryLogin = z.infer<typeof RegistryLogin>

const Hours = z.int().min(1).max(168)

const base = '/api/v1/accounts/{accountUuid}'

/** Images that are scanned whenever their tag leads to another digest, and the logins for their registries. */
export const images = endpoints({
  list: {
    method: 'GET',
    path: `${base}/images`,
    permission: 'reports.read',
    summary: 'Watched images',
    responses: { 200: z.array(WatchedImage) },
  },
  add: {
    method: 'POST',
    path: `${base}/images`,
    permission: 'reports.edit',
    summary:
      'Watch the tag of an image: it is scanned now and whenever it leads to another digest, as a branch of the project of its repository',
    body: z.object({
      reference: Reference,
      platform: Platform.nullable().default(null),
      everyHours: Hours.default(6),
      /** Whether packages that only attached SBOMs list are scanned, too; they are compared in any case. */
      usesAttached: z.boolean().default(false),
      teamUuid: MaybeTeam,
    }),
    errors: ['conflict'],
    responses: { 200: WatchedImage },
  },
  update: {
    method: 'PUT',
    path: `${base}/images/{imageUuid}`,
    permission: 'reports.edit',
    summary:
      'Change how often a watched image is checked, and whether attached SBOMs are scanned: if that changes, it is scanned again',
    body: z.object({ everyHours: Hours, usesAttached: z.boolean() }),
    responses: { 200: WatchedImage },
  },
  check: {
    method: 'POST',
    path: `${base}/images/{imageUuid}/check`,
    permission: 'reports.edit',
    audited: false,
    repeatable: 'an image that has not changed is not scanned again',
    summary: 'Check a watched image now',
    responses: { 200: z.object({}) },
  },
  remove: {
    method: 'DELETE',
    path: `${base}/images/{imageUuid}`,
    permission: 'reports.edit',
    summary: 'Stop watching an image; its project and scans are kept',
    responses: { 200: z.object({}) },
  },
  logins: {
    method: 'GET',
    path: `${base}/image-logins`,
    permission: 'configuration.read',
    summary: "Logins for the registries of images, without passwords, and the path of the account's webhook",
    responses: { 200: z.object({ logins: z.array(RegistryLogin), hookPath: z.string() }) },
  },
  saveLogin: {
    method: 'POST',
    path: `${base}/image-logins`,
    permission: 'configuration.edit',
    summary: 'Add or replace the login for a registry',
    body: z.object({
      host: Host,
      user: z
        .string()
        .trim()
        .min(1, 'The user name is missing')
        .max(500)
        .regex(/^[^:]*$/, 'A user name cannot contain a colon'),
      /** Sent only to this registry, and never returned. */
      password: z.string().min(1, 'The password or token is missing').max(4000),
    }),
    responses: { 200: RegistryLogin },
  },
  removeLogin: {
    method: 'DELETE',
    path: `${base}/image-logins/{loginUuid}`,
    permission: 'configuration.edit',
    summary: 'Remove the login for a registry',
    responses: { 200: z.object({}) },
  },
  hook: {
    method: 'POST',
    path: '/api/v1/image-hooks/{secret}',
    permission: 'public',
    repeatable: 'an image that has not changed is not scanned again',
    audited: false,
    summary:
      'Webhook of a registry (Docker Hub, GitHub packages, Harbor, distribution, or {"image": "…"}): watched images that it names are checked',
    body: z.looseObject({}),
    responses: { 200: z.object({ images: z.int() }) },
  },
})
