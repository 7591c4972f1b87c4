/** What says the versions of a manifest without a lockfile. */
export const resolveModes = ['registry', 'declared', 'tool'] as const
export type ResolveMode = (typeof resolveModes)[number]
