import type { FastifyReply } from 'fastify'
import { respond } from '#auth/router/reply.ts'

export function redirect(reply: FastifyReply, url: string) {
  reply.header('location', url)
  return respond(302, '')
}
