import { z } from 'zod'
import { endpoints, mediaTypes } from './endpoint.ts'

const Alive = z.object({ status: z.literal('ok') })

export const system = endpoints({
  alive: {
    method: 'GET',
    path: '/healthz',
    permission: 'public',
    summary: 'The process answers',
    responses: { 200: Alive },
  },
  ready: {
    method: 'GET',
    path: '/readyz',
    permission: 'public',
    summary: 'The database answers and is migrated',
    responses: { 200: Alive, 503: z.object({ status: z.literal('unavailable'), reason: z.string() }) },
  },
  openapi: {
    method: 'GET',
    path: '/api/v1/openapi.json',
    permission: 'public',
    summary: 'This document',
    responses: {
      200: z.record(z.string(), z.unknown()).register(mediaTypes, { mediaType: 'application/json' }),
    },
  },
})
