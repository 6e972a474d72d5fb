# The server with its built page. Settings: README.md; running it, with a pooler, a standby, and a bucket for attachments:
# docs/operations.md. With ATTACHMENTS_URL, DATABASE_URL, and SMTP_URL set, /data holds nothing that must be kept.
FROM node:22-bookworm-slim AS build
WORKDIR /caseload
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev

FROM node:22-bookworm-slim
ENV NODE_ENV=production CASELOAD_MODE=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
WORKDIR /caseload
COPY --from=build /caseload/package.json ./
COPY --from=build /caseload/node_modules ./node_modules
COPY --from=build /caseload/dist ./dist
COPY --from=build /caseload/server/db/migrations ./server/db/migrations
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8080/api/health/').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/server.js"]
