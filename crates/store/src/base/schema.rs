//! The tables as Diesel sees them, the same on both databases; kept equal to `migrations/`.

use crate::catalogue::skus::columns::sku_columns;

/// A table of SKUs, whose columns besides the tenant are listed in `catalogue::skus::columns`.
macro_rules! sku_table {
    ($table:ident; $($name:ident: $_type:ty => $sql:ident $(, $_wire:literal)?;)*) => {
        diesel::table! {
            $table (aplicacao_id, loja_id, sku_num) {
                aplicacao_id -> Integer,
                loja_id -> Integer,
                $($name -> $sql,)*
            }
        }
    };
}
sku_columns!(insert => sku_table, skus);
sku_columns!([number texts kept] => sku_table, sku_textos);

diesel::table! {
    aplicacoes (id) {
        id -> Integer,
        nome -> Text,
        criado_em -> BigInt,
        exige_segundo_fator -> Bool,
    }
}

diesel::table! {
    limites (aplicacao_id) {
        aplicacao_id -> Integer,
        usuarios -> Nullable<BigInt>,
        usuarios_contados -> BigInt,
        skus -> Nullable<BigInt>,
        skus_contados -> BigInt,
    }
}

diesel::table! {
    lojas (aplicacao_id, loja_id) {
        aplicacao_id -> Integer,
        loja_id -> Integer,
        excluida -> Bool,
    }
}

diesel::table! {
    usuarios (aplicacao_id, loja_id) {
        aplicacao_id -> Integer,
        loja_id -> Integer,
        usuario_id -> Text,
        nome -> Text,
        email -> Text,
        ativo -> Bool,
        url_integracao -> Text,
        criado_em -> BigInt,
        alterado_em -> BigInt,
        controle_estoque -> SmallInt,
        assumir_na_leitura -> Bool,
        estoque_convertido -> Nullable<BigInt>,
        anunciar_ofertas -> Bool,
    }
}

diesel::table! {
    tokens (id) {
        id -> BigInt,
        aplicacao_id -> Integer,
        loja_id -> Nullable<Integer>,
        hash -> Binary,
        rotulo -> Text,
        criado_em -> BigInt,
        expira_em -> Nullable<BigInt>,
        revogado_em -> Nullable<BigInt>,
        usado_em -> Nullable<BigInt>,
    }
}

diesel::table! {
    console_acessos (acesso_id) {
        acesso_id -> BigInt,
        pessoa_id -> Nullable<BigInt>,
        nome -> Text,
        papel -> SmallInt,
        aplicacao_id -> Nullable<Integer>,
        loja_id -> Nullable<Integer>,
        link_hash -> Nullable<Binary>,
        link_expira_em -> BigInt,
        sessao_hash -> Nullable<Binary>,
        sessao_expira_em -> Nullable<BigInt>,
        navegador -> Text,
        criado_em -> BigInt,
    }
}

diesel::table! {
    console_pessoas (pessoa_id) {
        pessoa_id -> BigInt,
        nome -> Text,
        email -> Text,
        senha -> Nullable<Text>,
        identidade -> Nullable<Text>,
        papel -> SmallInt,
        aplicacao_id -> Nullable<Integer>,
        loja_id -> Nullable<Integer>,
        ativo -> Bool,
        convite_hash -> Nullable<Binary>,
        convite_expira_em -> Nullable<BigInt>,
        segundo_fator -> Nullable<Text>,
        codigo_passo -> BigInt,
        reservas -> Text,
        criado_em -> BigInt,
    }
}

diesel::table! {
    console_tentativas (chave) {
        chave -> Binary,
        falhas -> Integer,
        ultima_em -> BigInt,
    }
}

diesel::table! {
    console_atos (ato_id) {
        ato_id -> BigInt,
        data -> BigInt,
        acesso_id -> BigInt,
        pessoa_id -> Nullable<BigInt>,
        nome -> Text,
        aplicacao_id -> Nullable<Integer>,
        loja_id -> Nullable<Integer>,
        ato -> Text,
        assunto -> Text,
        detalhe -> Text,
    }
}

diesel::table! {
    importacoes (aplicacao_id, loja_id, importacao_id) {
        aplicacao_id -> Integer,
        loja_id -> Integer,
        importacao_id -> BigInt,
        data -> BigInt,
        nome -> Text,
        tipo -> Text,
        arquivo -> Text,
        criados -> Nullable<BigInt>,
        gravados -> Nullable<BigInt>,
        recusados -> Nullable<BigInt>,
        antes -> Nullable<Binary>,
    }
}

diesel::table! {
    canais (aplicacao_id, loja_id, canal_num) {
        aplicacao_id -> Integer,
        loja_id -> Integer,
        canal_num -> Integer,
        canal_id -> Text,
        nome -> Text,
        tipo_canal -> Text,
        ativo -> Bool,
        prazo -> Integer,
        enviar_minimo_dimensao_zerada -> Bool,
        enviar_minimo_dimensao_menor -> Bool,
        percentual_estoque -> Integer,
        enviar_sku -> Bool,
        configuracoes -> Text,
        criado_em -> BigInt,
        alterado_em -> BigInt,
        estoque_seguranca -> Integer,
        estoque_maximo -> Nullable<Integer>,
        centros -> Nullable<Text>,
    }
}

diesel::table! {
    oferta_cursores (aplicacao_id) {
        aplicacao_id -> Integer,
        posicao -> BigInt,
        rodada -> BigInt,
    }
}

diesel::table! {
    oferta_varreduras (aplicacao_id, loja_id, canal_num) {
        aplicacao_id -> Integer,
        loja_id -> Integer,
        canal_num -> Integer,
        sku_num -> BigInt,
        volta -> BigInt,
    }
}

diesel::table! {
    ofertas_ditas (aplicacao_id, loja_id, sku_num, canal_num) {
        aplicacao_id -> Integer,
        loja_id -> Integer,
        sku_num -> BigInt,
        canal_num -> Integer,
        estoque -> Integer,
        preco_de -> BigInt,
        preco_por -> BigInt,
        publicavel -> Bool,
    }
}

diesel::table! {
    estoque_limites (aplicacao_id, loja_id, canal_num, sku_num) {
        aplicacao_id -> Integer,
        loja_id -> Integer,
        canal_num -> Integer,
        sku_num -> BigInt,
        estoque_seguranca -> Nullable<Integer>,
        estoque_maximo -> Nullable<Integer>,
    }
}

diesel::table! {
    centros (aplicacao_id, loja_id, centro_num) {
        aplicacao_id -> Integer,
        loja_id -> Integer,
        centro_num -> Integer,
        nome -> Text,
        prioridade -> Integer,
    }
}

diesel::table! {
    estoque_centros (aplicacao_id, loja_id, sku_num, centro_num) {
        aplicacao_id -> Integer,
        loja_id -> Integer,
        sku_num -> BigInt,
        centro_num -> Integer,
        estoque -> Integer,
        reservado -> BigInt,
        movimentos -> BigInt,
    }
}

diesel::table! {
    estoque_reservas (aplicacao_id, loja_id, pedido_id, sku_num, centro_num) {
        aplicacao_id -> Integer,
        loja_id -> Integer,
        pedido_id -> BigInt,
        sku_num -> BigInt,
        centro_num -> Integer,
        linhas -> Nullable<Text>,
        reservada -> BigInt,
        baixada -> BigInt,
        falta -> BigInt,
        assumida_em -> Nullable<BigInt>,
        informada -> Bool,
        encerrada -> Bool,
    }
}

diesel::table! {
    estoque_movimentos (aplicacao_id, loja_id, sku_num, centro_num, seq) {
        aplicacao_id -> Integer,
        loja_id -> Integer,
        sku_num -> BigInt,
        centro_num -> Integer,
        seq -> BigInt,
        data -> BigInt,
        causa -> SmallInt,
        pedido_id -> Nullable<BigInt>,
        estoque -> Integer,
        estoque_variacao -> BigInt,
        reservado -> BigInt,
        reservado_variacao -> BigInt,
        motivo -> Nullable<Text>,
    }
}

diesel::table! {
    fabricantes (aplicacao_id, loja_id, fabricante_num) {
        aplicacao_id -> Integer,
        loja_id -> Integer,
        fabricante_num -> BigInt,
        nome -> Text,
        ativo -> Bool,
        url_logotipo -> Text,
        url_link -> Text,
        url_carrossel -> Text,
    }
}

diesel::table! {
    nomes_atributos (aplicacao_id, loja_id, atributo_num) {
        aplicacao_id -> Integer,
        loja_id -> Integer,
        atributo_num -> BigInt,
        nome -> Text,
    }
}

diesel::table! {
    grupos (aplicacao_id, loja_id, parent_id) {
        aplicacao_id -> Integer,
        loja_id -> Integer,
        parent_id -> Text,
        produto_num -> BigInt,
    }
}

diesel::table! {
    imagens (aplicacao_id, nome) {
        aplicacao_id -> Integer,
        loja_id -> Integer,
        nome -> Text,
        tamanho -> Integer,
        conteudo -> Binary,
    }
}

diesel::table! {
    sku_imagens (aplicacao_id, loja_id, sku_num, nome) {
        aplicacao_id -> Integer,
        loja_id -> Integer,
        sku_num -> BigInt,
        nome -> Text,
    }
}

diesel::table! {
    sku_atacados (aplicacao_id, loja_id, sku_num, atacado_num) {
        aplicacao_id -> Integer,
        loja_id -> Integer,
        sku_num -> BigInt,
        atacado_num -> BigInt,
        quantidade -> Integer,
        preco -> BigInt,
        criado_em -> BigInt,
    }
}

diesel::table! {
    sku_canais (aplicacao_id, loja_id, canal_num, sku_num) {
        aplicacao_id -> Integer,
        loja_id -> Integer,
        canal_num -> Integer,
        sku_num -> BigInt,
        estoque -> Nullable<Integer>,
        preco_de -> Nullable<BigInt>,
        preco_por -> Nullable<BigInt>,
        ativo -> Bool,
        criado_em -> BigInt,
        alterado_em -> BigInt,
    }
}

diesel::table! {
    categorias_canal (aplicacao_id, loja_id, canal_num, categoria_id) {
        aplicacao_id -> Integer,
        loja_id -> Integer,
        canal_num -> Integer,
        categoria_id -> Text,
        pai -> Text,
        nome -> Text,
        texto_busca -> Text,
        criado_em -> BigInt,
        alterado_em -> BigInt,
    }
}

diesel::table! {
    categorias_loja (aplicacao_id, loja_id, categoria_num) {
        aplicacao_id -> Integer,
        loja_id -> Integer,
        categoria_num -> BigInt,
        pai_num -> BigInt,
        nome -> Text,
        erp_id -> Text,
        ativo -> Bool,
        is_reseller -> Bool,
        exibir_matriz -> SmallInt,
        quantidade_maxima -> BigInt,
        valor_minimo -> BigInt,
        criado_em -> BigInt,
        alterado_em -> BigInt,
        exibe_menu -> Bool,
        url_hot_site -> Text,
        caminho_anterior -> Nullable<Text>,
        seguida_ate -> BigInt,
    }
}

diesel::table! {
    categorias_loja_versoes (aplicacao_id, loja_id) {
        aplicacao_id -> Integer,
        loja_id -> Integer,
        versao -> BigInt,
    }
}

diesel::table! {
    perfis_arquivo (aplicacao_id, nome) {
        aplicacao_id -> Integer,
        nome -> Text,
        perfil -> Text,
    }
}

diesel::table! {
    lojas_config (aplicacao_id, loja_id) {
        aplicacao_id -> Integer,
        loja_id -> Integer,
        perfil -> Nullable<Text>,
        fuso -> Nullable<Text>,
        datas_locais -> Bool,
        url_site -> Text,
        url_carrinho -> Text,
        cep -> Text,
        formas_pagamento -> Nullable<Text>,
    }
}

diesel::table! {
    compradores (aplicacao_id, loja_id, chave) {
        aplicacao_id -> Integer,
        loja_id -> Integer,
        chave -> Binary,
        comprador_num -> BigInt,
    }
}

diesel::table! {
    pedidos (aplicacao_id, loja_id, pedido_id) {
        aplicacao_id -> Integer,
        loja_id -> Integer,
        pedido_id -> BigInt,
        canal_num -> Integer,
        source_id -> Text,
        status -> SmallInt,
        forma_pagamento -> Integer,
        data -> BigInt,
        data_pagamento -> Nullable<BigInt>,
        status_em -> BigInt,
        comprador_num -> BigInt,
        email -> Text,
        rastreado -> Bool,
        integrado -> Bool,
        impressao -> BigInt,
        criado_em -> BigInt,
        alterado_em -> BigInt,
        total -> BigInt,
        transportadora -> Nullable<Text>,
        itens -> Nullable<Text>,
        empresa -> Nullable<Binary>,
    }
}

diesel::table! {
    pedido_documentos (aplicacao_id, loja_id, pedido_id) {
        aplicacao_id -> Integer,
        loja_id -> Integer,
        pedido_id -> BigInt,
        documento -> Binary,
        andamento -> Binary,
    }
}

diesel::table! {
    pedido_registros (aplicacao_id, loja_id, pedido_id) {
        aplicacao_id -> Integer,
        loja_id -> Integer,
        pedido_id -> BigInt,
        registro -> Binary,
        registro_versao -> SmallInt,
        catalogo -> Binary,
        observacoes -> Nullable<Text>,
    }
}

diesel::table! {
    pedido_itens (aplicacao_id, loja_id, sku, pedido_id) {
        aplicacao_id -> Integer,
        loja_id -> Integer,
        sku -> Text,
        pedido_id -> BigInt,
    }
}

diesel::table! {
    pedido_nomes (aplicacao_id, loja_id, palavra, pedido_id) {
        aplicacao_id -> Integer,
        loja_id -> Integer,
        palavra -> Text,
        pedido_id -> BigInt,
    }
}

diesel::table! {
    contagens (aplicacao_id, loja_id, tipo, nivel, inicio) {
        aplicacao_id -> Integer,
        loja_id -> Integer,
        tipo -> SmallInt,
        nivel -> SmallInt,
        inicio -> BigInt,
        total -> BigInt,
        partes -> Text,
    }
}

diesel::table! {
    contagem_mudancas (aplicacao_id, loja_id, seq) {
        aplicacao_id -> Integer,
        loja_id -> Integer,
        seq -> BigInt,
        pedido_id -> BigInt,
        quantos -> BigInt,
        status -> SmallInt,
        forma_pagamento -> Integer,
        data -> BigInt,
        data_pagamento -> Nullable<BigInt>,
        status_em -> BigInt,
        alterado_em -> BigInt,
        criado_em -> BigInt,
        pendente -> Bool,
    }
}

diesel::table! {
    idempotencia (aplicacao_id, token_id, chave) {
        aplicacao_id -> Integer,
        token_id -> BigInt,
        chave -> Text,
        impressao -> Binary,
        status -> SmallInt,
        cabecalhos -> Text,
        corpo -> Binary,
        assunto -> Nullable<Text>,
        criado_em -> BigInt,
    }
}

diesel::table! {
    eventos (aplicacao_id, posicao) {
        aplicacao_id -> Integer,
        posicao -> BigInt,
        loja_id -> Integer,
        tipo -> SmallInt,
        assunto -> BigInt,
        sorteio -> BigInt,
        data -> BigInt,
        corpo -> Binary,
    }
}

diesel::table! {
    eventos_novos (id) {
        id -> BigInt,
        aplicacao_id -> Integer,
        loja_id -> Integer,
        tipo -> SmallInt,
        assunto -> BigInt,
        sorteio -> BigInt,
        data -> BigInt,
        corpo -> Binary,
    }
}

diesel::table! {
    usuarios_excluidos (aplicacao_id, loja_id) {
        aplicacao_id -> Integer,
        loja_id -> Integer,
        usuario_id -> Text,
    }
}

diesel::table! {
    fila_consumidores (aplicacao_id, consumidor_id) {
        aplicacao_id -> Integer,
        consumidor_id -> Integer,
        loja_id -> Integer,
        nome -> Text,
        posicao -> BigInt,
        criado_em -> BigInt,
        visto_em -> BigInt,
    }
}

diesel::table! {
    fila_itens (aplicacao_id, consumidor_id, morto, posicao) {
        aplicacao_id -> Integer,
        consumidor_id -> Integer,
        posicao -> BigInt,
        pedido_id -> BigInt,
        entregas -> Integer,
        vez -> Integer,
        arrendado_ate -> BigInt,
        morto -> Bool,
        acaso -> BigInt,
    }
}

diesel::table! {
    notificacoes (aplicacao_id, notificacao_id) {
        aplicacao_id -> Integer,
        notificacao_id -> BigInt,
        interface -> SmallInt,
        loja_id -> Nullable<Integer>,
        url -> Nullable<Text>,
        tipos -> Integer,
        topicos -> SmallInt,
        ativo -> Bool,
        cadastro -> Nullable<Text>,
        segredo -> Text,
        segredo_anterior -> Nullable<Text>,
        segredo_anterior_ate -> Nullable<BigInt>,
        encerrada_em -> Nullable<BigInt>,
        criado_em -> BigInt,
        alterado_em -> BigInt,
    }
}

diesel::table! {
    notificacao_cursores (aplicacao_id, notificacao_id, cursor_num) {
        aplicacao_id -> Integer,
        notificacao_id -> BigInt,
        cursor_num -> BigInt,
        posicao -> BigInt,
        fim -> Nullable<BigInt>,
    }
}

diesel::table! {
    notificacao_destinos (aplicacao_id, notificacao_id, loja_id) {
        aplicacao_id -> Integer,
        notificacao_id -> BigInt,
        loja_id -> Integer,
        falhas -> Integer,
        pausas -> Integer,
        pausado_ate -> BigInt,
        sonda -> Nullable<BigInt>,
        ultimo_sucesso -> Nullable<BigInt>,
        ultima_falha -> Nullable<BigInt>,
        ultimo_erro -> Nullable<SmallInt>,
        ultimo_status -> Nullable<SmallInt>,
    }
}

diesel::table! {
    entregas (aplicacao_id, notificacao_id, entrega_id) {
        aplicacao_id -> Integer,
        notificacao_id -> BigInt,
        entrega_id -> BigInt,
        destino_loja -> Integer,
        loja_id -> Integer,
        posicao -> BigInt,
        tipo -> SmallInt,
        topico -> SmallInt,
        assunto -> BigInt,
        evento_id -> Text,
        fila -> Nullable<BigInt>,
        estado -> SmallInt,
        falhadas -> Integer,
        envios -> Integer,
        devida_em -> Nullable<BigInt>,
        reserva -> Nullable<BigInt>,
        primeira_em -> Nullable<BigInt>,
        criado_em -> BigInt,
        concluido_em -> Nullable<BigInt>,
    }
}

diesel::table! {
    entrega_tentativas (aplicacao_id, notificacao_id, entrega_id, numero) {
        aplicacao_id -> Integer,
        notificacao_id -> BigInt,
        entrega_id -> BigInt,
        numero -> Integer,
        em -> BigInt,
        duracao_ms -> Integer,
        status -> Nullable<SmallInt>,
        falha -> Nullable<SmallInt>,
        resposta -> Text,
    }
}

diesel::table! {
    conexoes (aplicacao_id, loja_id, canal_num) {
        aplicacao_id -> Integer,
        loja_id -> Integer,
        canal_num -> Integer,
        modo -> SmallInt,
        estado -> SmallInt,
        publicar -> Bool,
        conta -> Text,
        conta_nome -> Text,
        fatos -> Text,
        pedidos_ate -> Nullable<BigInt>,
        pedidos_lidos -> BigInt,
        conta_devida -> BigInt,
        pedidos_devida -> BigInt,
        varredura_devida -> BigInt,
        conferencia_devida -> BigInt,
        falhas -> Integer,
        pausada_ate -> BigInt,
        servidor -> BigInt,
        servidor_ate -> BigInt,
        alterado_em -> BigInt,
        aviso -> Text,
        avisada_em -> Nullable<BigInt>,
        acesso -> Nullable<Text>,
        consentimento_hash -> Nullable<Text>,
        consentimento_ate -> Nullable<BigInt>,
        consentimento_sessao -> Nullable<BigInt>,
    }
}

diesel::table! {
    anuncios (aplicacao_id, loja_id, canal_num, sku_num) {
        aplicacao_id -> Integer,
        loja_id -> Integer,
        canal_num -> Integer,
        sku_num -> BigInt,
        estado -> SmallInt,
        externo -> Nullable<Text>,
        endereco -> Nullable<Text>,
        tem_estoque -> Nullable<BigInt>,
        tem_preco -> Nullable<BigInt>,
        tem_de -> Nullable<BigInt>,
        tem_ativo -> Nullable<Bool>,
        visto_estoque -> Nullable<BigInt>,
        visto_preco -> Nullable<BigInt>,
        visto_ativo -> Nullable<Bool>,
        visto_em -> Nullable<BigInt>,
        quer_em -> BigInt,
        tem_em -> Nullable<BigInt>,
        devida_em -> Nullable<BigInt>,
        tentativas -> Integer,
    }
}

diesel::table! {
    pedidos_do_canal (aplicacao_id, loja_id, canal_num, externo) {
        aplicacao_id -> Integer,
        loja_id -> Integer,
        canal_num -> Integer,
        externo -> Text,
        pedido_id -> Nullable<BigInt>,
        situacao -> Text,
        passo -> SmallInt,
        alterado_em -> BigInt,
        aberto -> Bool,
        unidades -> Nullable<Text>,
        contado -> SmallInt,
        lido_em -> BigInt,
        devida_em -> Nullable<BigInt>,
        tentativas -> Integer,
    }
}

diesel::table! {
    canal_erros (aplicacao_id, loja_id, canal_num, erro_num) {
        aplicacao_id -> Integer,
        loja_id -> Integer,
        canal_num -> Integer,
        erro_num -> BigInt,
        sobre -> SmallInt,
        chave -> Text,
        causa -> Text,
        membro -> Text,
        codigo -> Text,
        texto -> Text,
        primeiro_em -> BigInt,
        ultimo_em -> BigInt,
        vezes -> Integer,
        estado -> SmallInt,
    }
}

diesel::allow_tables_to_appear_in_same_query!(
    aplicacoes,
    limites,
    lojas,
    usuarios,
    tokens,
    console_acessos,
    console_pessoas,
    console_tentativas,
    console_atos,
    importacoes,
    canais,
    skus,
    sku_textos,
    oferta_cursores,
    oferta_varreduras,
    ofertas_ditas,
    estoque_limites,
    centros,
    estoque_centros,
    estoque_reservas,
    estoque_movimentos,
    grupos,
    sku_atacados,
    imagens,
    sku_imagens,
    sku_canais,
    categorias_canal,
    categorias_loja,
    lojas_config,
    perfis_arquivo,
    compradores,
    pedidos,
    pedido_documentos,
    pedido_registros,
    pedido_itens,
    idempotencia,
    eventos,
    usuarios_excluidos,
    fila_consumidores,
    fila_itens,
    notificacoes,
    notificacao_cursores,
    notificacao_destinos,
    entregas,
    entrega_tentativas,
    conexoes,
    anuncios,
    pedidos_do_canal,
    canal_erros,
);
