// The viewer's words, in Portuguese.
export default {
  translation: {
    menu: {
      menu: 'Menu', filter: 'Filtro', search: 'Buscar', overview: 'Visão geral', 'api-servers': 'Servidores',
      authentication: 'Chave', operations: 'OPERAÇÕES', components: 'COMPONENTES', schemas: 'Formatos',
      callbacks: 'CHAMADAS DE VOLTA',
    },
    headers: { 'api-servers': 'SERVIDOR', authentication: 'CHAVE' },
    overview: { email: 'E-mail', 'terms-of-service': 'Termos de uso' },
    'api-servers': { 'server-variables': 'VARIÁVEIS DO SERVIDOR', selected: 'ESCOLHIDO' },
    authentication: {
      'auth-header': 'Cabeçalho Authorization', 'no-api-key-applied': 'Nenhuma chave informada',
      'http-basic': 'HTTP Basic', 'http-basic-desc': '', username: 'usuário', password: 'senha',
      requires: 'Precisa de', 'http-basic-note': '', 'in-auth-header': 'no cabeçalho Authorization',
      set: 'USAR', remove: 'RETIRAR', clear: 'RETIRAR A CHAVE', update: 'TROCAR', get: 'OBTER',
    },
    operations: {
      request: 'REQUISIÇÃO', 'callback-request': 'REQUISIÇÃO DE VOLTA', 'request-body': 'CORPO', model: 'FORMATO',
      body: 'CORPO', form: 'FORMULÁRIO', 'request-headers': 'CABEÇALHOS DA REQUISIÇÃO', clear: 'LIMPAR',
      'clear-response': 'LIMPAR A RESPOSTA', execute: 'ENVIAR', response: 'RESPOSTA',
      'response-headers': 'CABEÇALHOS DA RESPOSTA', example: 'EXEMPLO', webhook: 'WEBHOOK',
      deprecated: 'EM DESUSO', 'callback-response': 'RESPOSTA DE VOLTA', 'response-status': 'Status da resposta',
      'fetch-fail': 'A requisição falhou: a rede do navegador diz por quê.', copy: 'Copiar', copied: 'Copiado',
    },
    parameters: {
      path: 'PARÂMETROS DO CAMINHO', string: 'PARÂMETROS DA CONSULTA', headers: 'CABEÇALHOS DA REQUISIÇÃO',
      cookies: 'COOKIES', samples: 'EXEMPLOS DE CÓDIGO',
    },
    schemas: {
      'collapse-desc': 'Fechar', 'expand-desc': 'Abrir', 'schema-missing': 'O formato não foi encontrado',
    },
  },
};
