import { z } from 'zod'
import type { EndpointGroup } from '../endpoint.ts'
import { PortfolioMetrics, ProjectMetrics } from './dependency-track-objects.ts'

/** Numbers of Dependency-Track's versions and portfolio. */
export const numberCalls = {
  projectMetrics: {
    method: 'GET',
    path: '/api/v1/metrics/project/{branchUuid}/current',
    permission: 'reports.read',
    summary: 'Numbers of a version',
    responses: { 200: ProjectMetrics },
  },
  projectMetricsSince: {
    method: 'GET',
    path: '/api/v1/metrics/project/{branchUuid}/since/{date}',
    permission: 'reports.read',
    summary: 'Numbers of a version after each scan since a day',
    responses: { 200: z.array(ProjectMetrics) },
  },
  projectMetricsOfDays: {
    method: 'GET',
    path: '/api/v1/metrics/project/{branchUuid}/days/{days}',
    permission: 'reports.read',
    summary: 'Numbers of a version after each scan of the last days',
    responses: { 200: z.array(ProjectMetrics) },
  },
  refreshProject: {
    method: 'GET',
    path: '/api/v1/metrics/project/{branchUuid}/refresh',
    permission: 'reports.read',
    summary: 'Nothing: numbers are always current',
    responses: { 200: z.literal('') },
  },
  portfolioMetrics: {
    method: 'GET',
    path: '/api/v1/metrics/portfolio/current',
    permission: 'insights.read',
    summary: 'Numbers of all versions',
    responses: { 200: PortfolioMetrics },
  },
  portfolioMetricsSince: {
    method: 'GET',
    path: '/api/v1/metrics/portfolio/since/{date}',
    permission: 'insights.read',
    summary: 'Numbers of all versions by day since a day',
    errors: ['busy'],
    responses: { 200: z.array(PortfolioMetrics) },
  },
  portfolioMetricsOfDays: {
    method: 'GET',
    path: '/api/v1/metrics/portfolio/{days}/days',
    permission: 'insights.read',
    summary: 'Numbers of all versions by day of the last days',
    errors: ['busy'],
    responses: { 200: z.array(PortfolioMetrics) },
  },
  refreshPortfolio: {
    method: 'GET',
    path: '/api/v1/metrics/portfolio/refresh',
    permission: 'insights.read',
    summary: 'Nothing: numbers are always current',
    responses: { 200: z.literal('') },
  },
} as const satisfies EndpointGroup
