import type { FastifyRequest } from 'fastify'

/** The calling program's name for itself, long enough for any browser's. */
export const agentOf = ({ headers }: FastifyRequest): string => (headers['user-agent'] ?? '').slice(0, 300)
