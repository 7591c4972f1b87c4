/** What says the versions of a manifest without a lockfile. */
export const resolveModes = ['registry', 'declared'] as const
export type ResolveMode = (typeof resolveModes)[number]
