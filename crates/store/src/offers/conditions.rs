//! What keeps an offer from being published, said in SQL: each condition is what must hold. They are macros,
//! because the type of such a condition cannot be written down.

/// The SKU is not switched off in the channel.
macro_rules! in_canal {
    () => {
        sku_canais::ativo.nullable().is_null().or(sku_canais::ativo.nullable().assume_not_null())
    };
}

/// It has a price, its own in the channel or the SKU's.
macro_rules! priced {
    () => {
        sku_canais::preco_por
            .nullable()
            .is_null()
            .and(skus::preco_por.gt(0))
            // never NULL, so that it can be turned round
            .or(sku_canais::preco_por
                .nullable()
                .is_not_null()
                .and(sku_canais::preco_por.nullable().assume_not_null().gt(0)))
    };
}

/// Its dimensions are those that the channel's type takes.
macro_rules! sized {
    ($showcase:expr) => {{
        let (canal, min) = (&$showcase.canal.canal, $showcase.tipo.dimensoes_minimas);
        let (smaller, zeroed) = (canal.enviar_minimo_dimensao_menor, canal.enviar_minimo_dimensao_zerada);
        macro_rules! fits {
            ($dimension:expr, $min:expr) => {
                $dimension.ge($min).or($dimension.le(0).and(zeroed.into_sql::<Bool>()))
            };
        }
        smaller.into_sql::<Bool>().or(fits!(skus::largura, min.largura)
            .and(fits!(skus::altura, min.altura))
            .and(fits!(skus::comprimento, min.comprimento))
            .and(fits!(skus::peso, min.peso)))
    }};
}

/// All of them.
macro_rules! publishable {
    ($showcase:expr) => {
        skus::ativo.and(in_canal!()).and(priced!()).and(sized!($showcase))
    };
}

pub(super) use {in_canal, priced, publishable, sized};
