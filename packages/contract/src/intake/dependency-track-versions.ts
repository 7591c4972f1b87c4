import { z } from 'zod'
import { binary, type EndpointGroup, noContent } from '../endpoint.ts'
import { CloneInput, CloneV2Input, PropertyInput, v2Page } from './dependency-track-inputs.ts'
import { ComponentV2, ProjectProperty, ProjectV2, pageOfV2 } from './dependency-track-objects.ts'
import { Uuid } from '../vocabulary.ts'

const properties = '/api/v1/project/{branchUuid}/property'
const badge = {
  method: 'GET',
  permission: 'reports.read',
  responses: { 200: binary('image/svg+xml') },
} as const

/** Copies, properties and badges of a version, and what version 5 has of it below /api/v2. */
export const versionCalls = {
  cloneProject: {
    method: 'PUT',
    path: '/api/v1/project/clone',
    permission: 'projects.edit',
    summary: 'Copy a version with its inventory',
    body: CloneInput,
    errors: ['notFound', 'alreadyExists'],
    responses: { 200: z.object({ token: Uuid }) },
  },
  properties: {
    method: 'GET',
    path: properties,
    permission: 'projects.read',
    summary: 'Properties of a version',
    responses: { 200: z.array(ProjectProperty) },
  },
  createProperty: {
    method: 'PUT',
    path: properties,
    permission: 'projects.edit',
    summary: 'Create a property of a version',
    body: PropertyInput,
    errors: ['alreadyExists'],
    responses: { 201: ProjectProperty },
  },
  updateProperty: {
    method: 'POST',
    path: properties,
    permission: 'projects.edit',
    repeatable: 'the given value is set',
    summary: 'Change the value of a property of a version',
    body: PropertyInput,
    errors: ['notFound'],
    responses: { 200: ProjectProperty },
  },
  removeProperty: {
    method: 'DELETE',
    path: properties,
    permission: 'projects.edit',
    summary: 'Delete a property of a version',
    body: PropertyInput,
    errors: ['notFound'],
    responses: { 204: noContent },
  },
  badge: {
    ...badge,
    path: '/api/v1/badge/vulns/project/{branchUuid}',
    summary: 'Open vulnerabilities of a version as SVG',
  },
  badgeNamed: {
    ...badge,
    path: '/api/v1/badge/vulns/project/{name}/{version}',
    summary: 'Open vulnerabilities of a version, by its name, as SVG',
  },
  violationBadge: {
    ...badge,
    path: '/api/v1/badge/violations/project/{branchUuid}',
    summary: 'Policy violations of a version as SVG',
  },
  violationBadgeNamed: {
    ...badge,
    path: '/api/v1/badge/violations/project/{name}/{version}',
    summary: 'Policy violations of a version, by its name, as SVG',
  },
  v2Projects: {
    method: 'GET',
    path: '/api/v2/projects',
    permission: 'projects.read',
    summary: 'Versions of projects, in pages by token',
    query: z.object({
      ...v2Page,
      name_contains: z.string().trim().max(255).optional(),
      is_active: z.string().max(20).optional(),
    }),
    responses: { 200: pageOfV2(ProjectV2) },
  },
  v2Components: {
    method: 'GET',
    path: '/api/v2/projects/{branchUuid}/components',
    permission: 'reports.read',
    summary: 'Components of a version, in pages by token',
    query: z.object({ ...v2Page }),
    errors: ['conflict'],
    responses: { 200: pageOfV2(ComponentV2) },
  },
  v2Clone: {
    method: 'POST',
    path: '/api/v2/projects/{branchUuid}/clone',
    permission: 'projects.edit',
    summary: 'Copy a version with its inventory',
    body: CloneV2Input,
    errors: ['alreadyExists'],
    responses: { 201: z.object({ uuid: Uuid }) },
  },
} as const satisfies EndpointGroup
