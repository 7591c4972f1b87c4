import type { FastifyRequest } from 'fastify'

/** The User-Agent header, truncated to a length sufficient for any browser. */
export const agentOf = ({ headers }: FastifyRequest): string => (headers['user-agent'] ?? '').slice(0, 300)
