import { maxPageSize } from '@assay/contract/intake/dependency-track-inputs.ts'
import type { FastifyReply } from 'fastify'

export interface PageQuery {
  pageNumber: number
  pageSize: number
  limit?: number | undefined
  offset?: number | undefined
}

export interface PageRange {
  offset: number
  limit: number
}

export function rangeOf({ pageNumber, pageSize, limit, offset }: PageQuery): PageRange {
  const size = Math.min(limit ?? pageSize, maxPageSize)
  return { limit: size, offset: offset ?? (pageNumber - 1) * size }
}

/** Clients page until they have as many as this header says. */
export const sayTotal = (reply: FastifyReply, total: number) => reply.header('x-total-count', total)

export function pageOf<Item>(reply: FastifyReply, items: readonly Item[], query: PageQuery): Item[] {
  const { offset, limit } = rangeOf(query)
  sayTotal(reply, items.length)
  return items.slice(offset, offset + limit)
}
