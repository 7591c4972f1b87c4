/**
 * Kinds of infrastructure as code checked by the supported scanners, according to the documentation of Checkov, Trivy,
 * KICS, tfsec (Terraform), Hadolint (Dockerfiles) and zizmor (GitHub Actions).
 */
export const infrastructureKinds: readonly string[] =
  'ansible argo-workflows arm azure-pipelines bicep bitbucket-pipelines circleci cloudformation crossplane docker-compose dockerfile github-actions gitlab-ci google-deployment-manager grpc helm knative kubernetes kustomize openapi pulumi serverless terraform'.split(
    ' ',
  )
